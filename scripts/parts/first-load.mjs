import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

import { buildFloors, floorsProject } from "./floors.mjs";
import { scriptBudget } from "./weight-budgets.mjs";

const checkoutRoute = "/[locale]/[id]";

/**
 * Bytes of the scripts that a route loads first, each compressed by gzip as the server sends it. The `noModule`
 * polyfill is not among them: no browser that can run the page asks for it.
 * @param {string} project folder that holds `.next`
 * @param {string} route as Next names it
 * @returns {number | undefined} undefined when the build has no such route
 */
export function firstLoadBytes(project, route) {
  const stats = JSON.parse(readFileSync(join(project, ".next/diagnostics/route-bundle-stats.json"), "utf8"));
  const row = stats.find((candidate) => candidate.route === route);
  const sizes = row?.firstLoadChunkPaths.map((path) => gzipSync(readFileSync(join(project, path))).length);
  return sizes?.reduce((sum, size) => sum + size, 0);
}

function inKilobytes(bytes) {
  return `${(bytes / 1000).toFixed(1)} kB`;
}

/**
 * Prints the first-load JavaScript of the checkout page beside that of a bare page, both compressed.
 * @returns {boolean} whether it keeps within its budget
 */
export function printFirstLoad() {
  const page = firstLoadBytes(".", checkoutRoute);
  if (page === undefined) {
    console.log(`First-load JavaScript: there is no route ${checkoutRoute} in this build.`);
    return false;
  }
  buildFloors();
  const bare = firstLoadBytes(floorsProject, "/") ?? 0;
  console.log("First-load JavaScript, gzip:");
  console.log(`  /{id}             ${inKilobytes(page)}`);
  console.log(`  bare Next page    ${inKilobytes(bare)}`);
  console.log(`  on top of it      ${inKilobytes(page - bare)}, at most ${inKilobytes(scriptBudget)}`);
  return page - bare <= scriptBudget;
}
