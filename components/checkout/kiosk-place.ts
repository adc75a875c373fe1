/** The id of the place in the header of a shared tablet where its button to start over stands. */
export const startOverPlace = "kiosk-start-over";
