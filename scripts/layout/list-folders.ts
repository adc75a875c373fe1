import { dirname } from "node:path/posix";

import type { SourceFile } from "./source-file";

const production = /^(?:app|components|deploy|lib|sandbox|scripts)\/.*(?<!\.test|\.d)\.(?:ts|tsx|mjs|js)$/;

export function listFolders(files: readonly SourceFile[]): string {
  const sums = new Map<string, { files: number; lines: number }>();
  for (const { path, text } of files.filter(({ path }) => isProduction(path))) {
    const sum = sums.get(dirname(path)) ?? { files: 0, lines: 0 };
    sums.set(dirname(path), { files: sum.files + 1, lines: sum.lines + text.split("\n").length - 1 });
  }
  const rows = [...sums].sort(([left], [right]) => left.localeCompare(right, "en"));
  return rows
    .map(
      ([folder, { files, lines }]) =>
        `${String(files).padStart(4)} files ${String(lines).padStart(6)} lines  ${folder}`,
    )
    .join("\n");
}

function isProduction(path: string): boolean {
  return production.test(path);
}
