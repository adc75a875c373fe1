import "server-only";

import { readFileSync } from "node:fs";
import { join } from "node:path";

import { splitPath } from "@/lib/platform/i18n/routing";

type Route = { page: string; regex: string };
type Manifest = { staticRoutes: Route[]; dynamicRoutes: Route[] };

/** Returns a pattern such as `/api/orders/[instanceId]/[orderId]`, so that ids aren't logged. */
export type FindPattern = (path: string) => string;

export const unknownPattern = "-";

/** In the order in which Next tries them. Pages are under `[locale]`, which URLs in the default language omit. */
export function createPatterns(manifest: Manifest = readManifest()): FindPattern {
  const fixed = new Set(manifest.staticRoutes.map(({ page }) => page));
  const dynamic = manifest.dynamicRoutes.map(({ page, regex }) => ({
    page,
    regex: new RegExp(regex),
    isPage: page.startsWith("/[locale]"),
  }));
  const find = (path: string, isPage: boolean) =>
    dynamic.find((route) => route.isPage === isPage && route.regex.test(path))?.page;
  return (path) => {
    if (fixed.has(path)) return path;
    const { language, barePath } = splitPath(path);
    return find(path, false) ?? find(`/${language}${barePath}`, true) ?? unknownPattern;
  };
}

function readManifest(): Manifest {
  try {
    return JSON.parse(readFileSync(join(process.cwd(), ".next", "routes-manifest.json"), "utf8")) as Manifest;
  } catch {
    // The development server writes no manifest.
    return { staticRoutes: [], dynamicRoutes: [] };
  }
}
