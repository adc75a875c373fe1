/** The specification's icon loader, times in ms. The server gives the icon service the same `timeout`. */
export const iconLoader = { path: "/api/icons/", maxURL: 500, rotate: 750, timeout: 5000 } as const;
