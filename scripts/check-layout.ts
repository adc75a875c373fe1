import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { checkCircles } from "@/scripts/layout/check-circles";
import { checkCitations } from "@/scripts/layout/check-citations";
import { checkColumns } from "@/scripts/layout/check-columns";
import { checkComments } from "@/scripts/layout/check-comments";
import { checkCoverage, checkNamedTests, checkSecurity } from "@/scripts/layout/check-coverage";
import { checkImporters } from "@/scripts/layout/check-importers";
import { checkImports } from "@/scripts/layout/check-imports";
import { checkMigrations } from "@/scripts/layout/check-migrations";
import { checkShape } from "@/scripts/layout/check-shape";
import { checkTexts } from "@/scripts/layout/check-texts";
import { checkTopLevel } from "@/scripts/layout/check-top-level";
import { listFolders } from "@/scripts/layout/list-folders";
import { listPaths, readSourceFiles } from "@/scripts/layout/source-file";

const root = process.cwd();
const entries = readdirSync(root, { withFileTypes: true }).map((entry) => ({
  name: entry.name,
  isFolder: entry.isDirectory(),
}));
const files = readSourceFiles(root);
const paths = listPaths(root);
const known = new Set(paths);
const shapes = files.map(checkShape);
const readDocument = (path: string) => (existsSync(join(root, path)) ? readFileSync(join(root, path), "utf8") : null);

const migrations = paths
  .filter((path) => path.startsWith("lib/platform/db/migrations/") && path.endsWith(".sql"))
  .sort()
  .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));

const coverage = checkCoverage(readDocument);

const errors = [
  ...checkTopLevel(entries),
  ...shapes.flatMap((findings) => findings.errors),
  ...files.flatMap((file) => checkImports(file, known)),
  ...checkCircles(files),
  ...files
    .filter(({ path }) => !path.startsWith("scripts/layout/"))
    .flatMap((file) => checkCitations(file, readDocument)),
  ...checkImporters(files),
  ...checkTexts(root, ["app", "components"]),
  ...checkMigrations(migrations),
  ...coverage.errors,
  ...checkSecurity(readDocument),
  ...paths
    .filter((path) => path.endsWith(".md"))
    .flatMap((path) => checkNamedTests(path, readFileSync(join(root, path), "utf8"), known)),
  ...paths
    .filter((path) => /\.(tsx?|m[tj]s|js|css|md)$/.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }))
    .flatMap(({ path, text }) => [...checkColumns(path, text), ...checkComments(path, text)]),
];
if (process.argv.includes("--folders")) console.log(listFolders(files));

const warnings = [...shapes.flatMap((findings) => findings.warnings), ...coverage.warnings];

for (const warning of warnings) console.warn(`warning: ${warning}`);
for (const error of errors) console.error(`error: ${error}`);
console.log(`layout: ${files.length} files, ${errors.length} errors, ${warnings.length} warnings`);
process.exitCode = errors.length > 0 ? 1 : 0;
