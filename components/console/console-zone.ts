/** Of all times in the console, which belong to no draw. */
export const consoleZone = "America/Toronto";
