import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const checkoutRoute = "/[locale]/[id]";
const bareProject = ".cache/bare-page";
const bareFigure = ".cache/bare-page.json";

/**
 * Bytes of the scripts that a route loads first, each compressed by gzip as the server sends it. The `noModule`
 * polyfill is not among them: no browser that can run the page asks for it.
 * @param {string} project folder that holds `.next`
 * @param {string} route as Next names it
 * @returns {number | undefined} undefined when the build has no such route
 */
function firstLoadBytes(project, route) {
  const stats = JSON.parse(readFileSync(join(project, ".next/diagnostics/route-bundle-stats.json"), "utf8"));
  const row = stats.find((candidate) => candidate.route === route);
  const sizes = row?.firstLoadChunkPaths.map((path) => gzipSync(readFileSync(join(project, path))).length);
  return sizes?.reduce((sum, size) => sum + size, 0);
}

function versionOf(name) {
  return JSON.parse(readFileSync(join("node_modules", name, "package.json"), "utf8")).version;
}

/** Builds a page with nothing on it by the same Next, and measures it the same way; kept until a version changes. */
function bareBytes() {
  const versions = ["next", "react", "react-dom"].map((name) => `${name}@${versionOf(name)}`).join(" ");
  if (existsSync(bareFigure)) {
    const kept = JSON.parse(readFileSync(bareFigure, "utf8"));
    if (kept.versions === versions) return kept.bytes;
  }
  rmSync(bareProject, { recursive: true, force: true });
  mkdirSync(".cache", { recursive: true });
  cpSync("bench/bare-page", bareProject, { recursive: true });
  const build = spawnSync(process.execPath, ["node_modules/next/dist/bin/next", "build", bareProject], {
    env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
  });
  if (build.status !== 0) throw new Error(`The bare page does not build:\n${build.stdout}${build.stderr}`);
  const bytes = firstLoadBytes(bareProject, "/");
  writeFileSync(bareFigure, JSON.stringify({ versions, bytes }));
  return bytes;
}

function inKilobytes(bytes) {
  return `${(bytes / 1000).toFixed(1)} kB`;
}

/** Prints the first-load JavaScript of the checkout page beside that of a bare page, both compressed. */
export function printFirstLoad() {
  const page = firstLoadBytes(".", checkoutRoute);
  if (page === undefined) {
    console.log(`First-load JavaScript: there is no route ${checkoutRoute} in this build.`);
    return;
  }
  const bare = bareBytes();
  console.log("First-load JavaScript, gzip:");
  console.log(`  /{id}             ${inKilobytes(page)}`);
  console.log(`  bare Next page    ${inKilobytes(bare)}`);
  console.log(`  on top of it      ${inKilobytes(page - bare)}`);
}
