import { findImportProblem } from "./directions";
import { resolveImport } from "./import-graph";
import type { RoomKind } from "./rooms";
import { findRoom } from "./rooms";
import type { Import, SourceFile } from "./source-file";

const databasePackages = /^(drizzle-orm|pg|@electric-sql\/pglite)(\/|$)/;
const databaseRooms = new Set<RoomKind>(["store", "database", "tables", "test", "tooling"]);
const browserRooms = new Set<RoomKind>(["view", "client"]);
const pureRooms = new Set<RoomKind>(["rules", "schema", "view", "client", "tables", "gateway-port"]);
const exemptPaths = /\.(mjs|js|jsx)$|^[^/]+$/;
const assetPattern = /\.(json|css|svg|woff2)$/;

export function checkImports(file: SourceFile, known: ReadonlySet<string>): string[] {
  const room = findRoom(file.path);
  return file.imports.flatMap((found) => {
    const target = resolveImport(file.path, found.specifier, known);
    if (assetPattern.test(found.specifier)) return [];
    const from = { ...room, path: file.path };
    const why = target
      ? (findSpellingProblem(file.path, found.specifier) ??
        findImportProblem(from, { ...findRoom(target), path: target }, found.typeOnly))
      : findPackageProblem(room.kind, found);
    return why ? [`${file.path}:${found.line} imports ${found.specifier}: ${why}.`] : [];
  });
}

function findPackageProblem(kind: RoomKind, found: Import): string | null {
  if (databasePackages.test(found.specifier) && !databaseRooms.has(kind)) {
    return "SQL belongs in lib/<domain>/store.ts or lib/db";
  }
  if (found.specifier === "zod" && browserRooms.has(kind) && !found.typeOnly) {
    return "zod stays out of the browser: parse in lib/<domain>/schema.ts on the server";
  }
  if (found.specifier.startsWith("node:") && pureRooms.has(kind) && !found.typeOnly) {
    return "this room is pure: input and output belong in a store, a gateway or a use case";
  }
  return null;
}

function findSpellingProblem(path: string, specifier: string): string | null {
  if (exemptPaths.test(path) || !specifier.startsWith("..")) return null;
  return "write @/ and the path from the root instead of ../";
}
