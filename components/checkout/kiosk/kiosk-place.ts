/** An id in a shared tablet's header. */
export const startOverPlace = "kiosk-start-over";
