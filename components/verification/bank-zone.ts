/** All times of the page are by the clock of the bank's reports. */
export const bankZone = "America/Toronto";
