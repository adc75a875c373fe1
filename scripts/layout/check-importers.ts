import { createImportGraph } from "./import-graph";
import type { SourceFile } from "./source-file";

/** Next, drizzle or the configuration of a tool loads these files. */
const entries = [
  /^(?!lib\/|components\/)/,
  /^lib\/.*\/tables(\.[a-z-]+)?\.ts$/,
  /\.d\.ts$/,
  /^lib\/platform\/i18n\/(request|browser-intl)\.ts$/,
  // A test compares it with the tables and with docs/privacy.md.
  /^lib\/privacy\/rules\.data-map\.ts$/,
  // Lets a page force a colour mode (docs/design.md, Colour mode), which none of our pages does.
  /^components\/ui\/forced-theme\.tsx$/,
];

export function checkImporters(files: readonly SourceFile[]): string[] {
  const graph = createImportGraph(files);
  const imported = new Set([...graph.values()].flat());
  return [...graph.keys()].flatMap((path) => {
    if (/(^|\/)fake-[^/]*$/.test(path)) return [`${path}: what only tests use belongs in tests/support.`];
    const isUsed = imported.has(path) || entries.some((pattern) => pattern.test(path));
    return isUsed
      ? []
      : [`${path}: nobody imports it. Delete it, or say in scripts/layout/check-importers.ts who asks for it.`];
  });
}
