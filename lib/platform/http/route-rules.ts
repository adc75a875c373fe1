/** `swr` is in seconds in the page cache. With `payload`, `{address}/_payload.json` has the page's public data. */
export type RouteRule = { payload: boolean; swr?: number; redirect?: string };

export type RouteMatcher = Record<"static" | "wildcard" | "dynamic", Record<string, RouteRule>>;

const pages: RouteMatcher = {
  static: {
    "/": { payload: true, swr: 1 },
    "/success": { payload: true },
    "/successV1": { payload: false, redirect: "/success" },
    "/staticSuccess": { payload: true, swr: 1 },
    "/hashtest": { payload: false },
  },
  wildcard: { "/console": { payload: false }, "/order": { payload: false }, "/terminal": { payload: false } },
  dynamic: {
    "/:id": { payload: true, swr: 1 },
    "/1/:id": { payload: true, swr: 1 },
    "/:id/poster": { payload: false, swr: 1 },
  },
};

export function routeRules(mainSiteUrl: string | undefined): RouteMatcher {
  if (!mainSiteUrl) return pages;
  return { ...pages, static: { ...pages.static, "/": { payload: false, redirect: mainSiteUrl } } };
}
