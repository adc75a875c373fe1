import { dirname } from "node:path/posix";

import { isProduction } from "./list-folders";

/** A few more than the forty that docs/architecture.md aims at, so that a new file does not move its neighbours. */
const mostFiles = 45;

/** Folders with more production files than one subject has, as lines. */
export function checkFolders(paths: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const path of paths.filter(isProduction)) {
    counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > mostFiles)
    .map(
      ([folder, count]) => `${folder}: ${count} production files, about 40 at most: it holds two subjects, split it.`,
    );
}
