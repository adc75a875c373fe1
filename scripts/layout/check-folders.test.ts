import { expect, test } from "vitest";

import { checkFolders } from "./check-folders";
import { listFolders } from "./list-folders";
import { toSourceFile } from "./source-file";

function filesOf(folder: string, count: number, ending = ".ts"): string[] {
  return Array.from({ length: count }, (_, index) => `${folder}/rules.part-${index}${ending}`);
}

test("rejects a folder that holds two subjects, and counts neither tests nor subfolders", () => {
  expect(checkFolders([...filesOf("lib/orders", 45), ...filesOf("lib/orders/parts", 45)])).toEqual([]);
  expect(checkFolders([...filesOf("lib/orders", 45), ...filesOf("lib/orders", 45, ".test.ts")])).toEqual([]);
  expect(checkFolders(filesOf("tests/support", 100))).toEqual([]);
  expect(checkFolders(filesOf("lib/orders", 46))).toEqual([
    "lib/orders: 46 production files, about 40 at most: it holds two subjects, split it.",
  ]);
});

test("lists folders with their production files and lines", () => {
  const files = [
    toSourceFile("lib/orders/rules.ts", "one\ntwo\n"),
    toSourceFile("lib/orders/store.ts", "one\n"),
    toSourceFile("lib/orders/store.test.ts", "one\n"),
    toSourceFile("components/ui/card.tsx", "one\n"),
  ];
  expect(listFolders(files)).toBe("   1 files      1 lines  components/ui\n   2 files      3 lines  lib/orders");
});
