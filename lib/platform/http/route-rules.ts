/**
 * What a browser may know about a page's address: for how many seconds the page cache serves it (`swr`), and whether
 * `{address}/_payload.json` has its public data (`payload`).
 */
export type RouteRule = { payload: boolean; swr?: number; redirect?: string };

/** Rules by English address: as it is, with everything below it, or with parameters. */
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

/** The rules of all pages; a main site, if there is one, has the list of draws. */
export function routeRules(mainSiteUrl: string | undefined): RouteMatcher {
  if (!mainSiteUrl) return pages;
  return { ...pages, static: { ...pages.static, "/": { payload: false, redirect: mainSiteUrl } } };
}
