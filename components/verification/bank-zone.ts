export const bankZone = "America/Toronto";
