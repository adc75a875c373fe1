/** The specification's icon loader, with times in ms. The server uses the same `timeout` towards the icon service. */
export const iconLoader = { path: "/api/icons/", maxURL: 500, rotate: 750, timeout: 5000 } as const;
