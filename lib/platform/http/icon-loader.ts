/**
 * How a browser requests icons that aren't in its page: where, in addresses of at most this many characters, and how
 * long it waits before it tries another server and in all, in ms (the specification's icon loader). The server gives
 * the icon service the same time.
 */
export const iconLoader = { path: "/api/icons/", maxURL: 500, rotate: 750, timeout: 5000 } as const;
