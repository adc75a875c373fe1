/**
 * How a browser asks for icons that its page does not hold: where, in addresses of at most so many characters, and how
 * long it waits before another server is asked and in all, in ms (the specification's icon loader). The server gives
 * the icon service as long.
 */
export const iconLoader = { path: "/api/icons/", maxURL: 500, rotate: 750, timeout: 5000 } as const;
