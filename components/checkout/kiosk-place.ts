/** Id of the place for the button to start over, in the header of a shared tablet. */
export const startOverPlace = "kiosk-start-over";
