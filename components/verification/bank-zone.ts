/** Of the bank's reports, and of all times on the page. */
export const bankZone = "America/Toronto";
