import { globSync, readFileSync } from "node:fs";

const read = /headers(?:\.get\(|\[)['"`]([A-Za-z-]+)['"`]/g;
const headerConstant = /const \w*HEADER\w* = '([a-z-]+)'/g;

/** Request headers that the installed Next reads, in lower case. */
export function listNextHeaders(): string[] {
  const places = ["server", "shared", "lib", "build/templates", "client/components"];
  const files = globSync(places.map((place) => `node_modules/next/dist/${place}/**/*.js`));
  const names = files.flatMap((file) => {
    const source = readFileSync(file, "utf8");
    return [...source.matchAll(read), ...source.matchAll(headerConstant)].map(([, name = ""]) => name.toLowerCase());
  });
  return [...new Set(names)].sort();
}
