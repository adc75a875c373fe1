/** For times in the console that belong to no draw. */
export const consoleZone = "America/Toronto";
