import type { ImportGraph } from "./import-graph";
import { createFolderGraph, createImportGraph } from "./import-graph";
import type { SourceFile } from "./source-file";

/** Returns a path for each import cycle. */
export function findCircles(graph: ImportGraph): string[][] {
  const circles: string[][] = [];
  const done = new Set<string>();
  const path: string[] = [];
  function visit(node: string): void {
    if (done.has(node)) return;
    const begun = path.indexOf(node);
    if (begun >= 0) {
      circles.push([...path.slice(begun), node]);
      return;
    }
    path.push(node);
    for (const target of graph.get(node) ?? []) visit(target);
    path.pop();
    done.add(node);
  }
  for (const node of graph.keys()) visit(node);
  return circles;
}

export function checkCircles(files: readonly SourceFile[]): string[] {
  const graph = createImportGraph(files);
  const describe = (kind: string) => (circle: string[]) =>
    `${kind} in a circle: ${circle.join(" -> ")}. Move what they share below them.`;
  return [
    ...findCircles(graph).map(describe("files")),
    ...findCircles(createFolderGraph(graph)).map(describe("folders")),
  ];
}
