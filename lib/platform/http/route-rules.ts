/**
 * What a browser may know about a page's address: `swr` is for how many seconds the page cache serves it, absent if it
 * is rendered per request; `payload` whether `{address}/_payload.json` has its public data; `redirect` its target.
 */
export type RouteRule = { payload: boolean; swr?: number; redirect?: string };

/** Rules by address: as it is, with everything below it, or with parameters. French pages have those of the English. */
export type RouteMatcher = Record<"static" | "wildcard" | "dynamic", Record<string, RouteRule>>;

const pages: RouteMatcher = {
  static: {
    "/": { payload: true, swr: 1 },
    "/success": { payload: true },
    "/successV1": { payload: false, redirect: "/success" },
    "/staticSuccess": { payload: true, swr: 1 },
    "/hashtest": { payload: false },
  },
  wildcard: { "/order": { payload: false }, "/terminal": { payload: false } },
  dynamic: {
    "/:id": { payload: true, swr: 1 },
    "/1/:id": { payload: true, swr: 1 },
    "/:id/poster": { payload: false, swr: 1 },
  },
};

/**
 * The rules of all pages; `mainSiteUrl` if a main site has the list of draws. Pages of orders and terminals never have
 * a payload.
 */
export function routeRules(mainSiteUrl: string | undefined): RouteMatcher {
  if (!mainSiteUrl) return pages;
  return { ...pages, static: { ...pages.static, "/": { payload: false, redirect: mainSiteUrl } } };
}
