import "server-only";

import { readFileSync } from "node:fs";
import { join } from "node:path";

type Route = { page: string; regex: string };
type Manifest = { staticRoutes: Route[]; dynamicRoutes: Route[] };

/** Gives the pattern of a path, `/api/orders/[instanceId]/[orderId]`: what its brackets stand for is not logged. */
export type PatternOf = (path: string) => string;

/** What stands for the pattern of an address that no route has. */
const unknownPattern = "-";

function readManifest(): Manifest {
  try {
    return JSON.parse(readFileSync(join(process.cwd(), ".next", "routes-manifest.json"), "utf8")) as Manifest;
  } catch {
    // The development server writes none.
    return { staticRoutes: [], dynamicRoutes: [] };
  }
}

/** Patterns of the routes of a build, in the order in which Next tries them; of this process' build unless told. */
export function createPatterns(manifest: Manifest = readManifest()): PatternOf {
  const fixed = new Set(manifest.staticRoutes.map(({ page }) => page));
  const dynamic = manifest.dynamicRoutes.map(({ page, regex }) => ({ page, regex: new RegExp(regex) }));
  const find = (path: string) => (fixed.has(path) ? path : dynamic.find(({ regex }) => regex.test(path))?.page);
  // English pages lie under a folder that their addresses do not name.
  return (path) => find(path) ?? find(`/en${path}`) ?? unknownPattern;
}
