import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export type Import = { specifier: string; typeOnly: boolean; line: number };

/** `path` is relative to the root, with `/` between folders. */
export type SourceFile = { path: string; text: string; imports: Import[] };

const sourcePattern = /\.(ts|tsx|mts|mjs|js|jsx)$/;
const skippedFolders = new Set(["node_modules", "test-results"]);
const importPatterns = [
  /^(?:import|export)\s+(type\s)?[^'"`;()]*?\bfrom\s*["']([^"']+)["']/gm,
  /^import\s+()["']([^"']+)["']/gm,
  /(?<!typeof\s)\bimport\(\s*()["']([^"']+)["']\s*\)/gm,
];

export function parseImports(text: string): Import[] {
  const code = withoutComments(text);
  const found = importPatterns.flatMap((pattern) => [...code.matchAll(pattern)]);
  return found
    .map((match) => ({
      specifier: match[2] ?? "",
      typeOnly: match[1] !== undefined && match[1] !== "",
      line: code.slice(0, match.index).split("\n").length,
    }))
    .sort((first, second) => first.line - second.line);
}

export function toSourceFile(path: string, text: string): SourceFile {
  return { path, text, imports: sourcePattern.test(path) ? parseImports(text) : [] };
}

/** Excludes installed code and dot folders, except `.well-known`. */
export function listPaths(root: string, folder = ""): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder ? `${folder}/${entry.name}` : entry.name;
    if (!entry.isDirectory()) return [path];
    return isSkipped(entry.name) ? [] : listPaths(root, path);
  });
}

export function readSourceFiles(root: string): SourceFile[] {
  return listPaths(root)
    .filter((path) => sourcePattern.test(path))
    .map((path) => toSourceFile(path, readFileSync(join(root, path), "utf8")));
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, (comment) => comment.replace(/[^\n]/g, " "));
}

function isSkipped(name: string): boolean {
  return skippedFolders.has(name) || (name.startsWith(".") && name !== ".well-known");
}
