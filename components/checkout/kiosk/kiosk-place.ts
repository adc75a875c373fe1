export const startOverPlace = "kiosk-start-over";
