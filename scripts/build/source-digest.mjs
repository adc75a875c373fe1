import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

const builtPaths = [
  "app",
  "components",
  "lib",
  "messages",
  "public",
  "middleware.ts",
  "instrumentation.ts",
  "instrumentation-client.ts",
  "cache-handler.mjs",
  "next.config.ts",
  "postcss.config.mjs",
  "scripts/payment-page/script-inventory.mjs",
  "scripts/payment-page/script-reasons.mjs",
  "package.json",
  "package-lock.json",
  "tsconfig.json",
];

export function hashSources() {
  const hash = createHash("sha256");
  for (const file of builtPaths.filter(existsSync).flatMap(listFiles)) {
    if (/\.test\.tsx?$/.test(file)) continue;
    hash.update(file).update("\0").update(readFileSync(file)).update("\0");
  }
  return hash.digest("hex");
}

function listFiles(path) {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => listFiles(join(path, name)));
}
