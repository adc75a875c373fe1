/** The specification's icon loader. Times in ms. The server's calls to the icon service have the same `timeout`. */
export const iconLoader = { path: "/api/icons/", maxURL: 500, rotate: 750, timeout: 5000 } as const;
