import { dirname } from "node:path/posix";

/** A few more than the forty that docs/architecture.md aims at, so that a new file does not move its neighbours. */
const mostFiles = 45;

const production = /^(?:app|components|lib|sandbox|scripts)\/.*(?<!\.test|\.d)\.(?:ts|tsx|mjs|js)$/;

/** Folders with more production files than one subject has, as lines. */
export function checkFolders(paths: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const path of paths.filter((path) => production.test(path))) {
    counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > mostFiles)
    .map(
      ([folder, count]) => `${folder}: ${count} production files, about 40 at most: it holds two subjects, split it.`,
    );
}
