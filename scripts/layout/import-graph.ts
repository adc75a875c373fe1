import { dirname, join } from "node:path/posix";

import { findRoom } from "./rooms";
import type { SourceFile } from "./source-file";

const endings = ["", ".ts", ".tsx", ".mjs", ".mts", ".js"];

/** Null for a package. An unknown path is assumed to be TypeScript. */
export function resolveImport(from: string, specifier: string, known: ReadonlySet<string>): string | null {
  const isLocal = specifier.startsWith(".");
  if (!isLocal && !specifier.startsWith("@/")) return null;
  const stem = isLocal ? join(dirname(from), specifier) : specifier.slice(2);
  const ending = endings.find((candidate) => known.has(stem + candidate));
  return ending === undefined ? `${stem}.ts` : stem + ending;
}

export type ImportGraph = ReadonlyMap<string, readonly string[]>;

/** Only production files, because they must not depend on tests and tools. */
export function createImportGraph(files: readonly SourceFile[]): ImportGraph {
  const production = files.filter(({ path }) => findRoom(path).kind !== "test");
  const known = new Set(production.map(({ path }) => path));
  const listTargets = ({ path, imports }: SourceFile) =>
    imports
      .flatMap(({ specifier }) => resolveImport(path, specifier, known) ?? [])
      .filter((target) => known.has(target));
  return new Map(production.map((file) => [file.path, listTargets(file)]));
}

/** Files directly in `lib/` count as separate rooms, as does each folder of gateways and of the platform. */
export function findFolder(path: string): string {
  const parts = path.split("/");
  if (parts[0] === "components") return dirname(path);
  if (parts[0] !== "lib") return parts.length === 1 ? path : (parts[0] ?? path);
  if (parts.length === 2) return path;
  return parts.slice(0, parts[1] === "gateways" || parts[1] === "platform" ? 3 : 2).join("/");
}

export function createFolderGraph(graph: ImportGraph): ImportGraph {
  const folders = new Map<string, Set<string>>();
  for (const [path, targets] of graph) {
    const from = findFolder(path);
    const known = folders.get(from) ?? new Set();
    folders.set(from, known);
    for (const target of targets) if (findFolder(target) !== from) known.add(findFolder(target));
  }
  return new Map([...folders].map(([folder, targets]) => [folder, [...targets]]));
}
