import { expect, test } from "vitest";

import { checkCitations } from "./check-citations";
import { toSourceFile } from "./source-file";

const documents: Record<string, string> = { "docs/design.md": "# Design\n\n## Recent purchases\n\n### Sold out\n" };

function check(comment: string): string[] {
  return checkCitations(toSourceFile("lib/money.ts", comment), (path) => documents[path] ?? null);
}

test.each([
  "/** Names (docs/design.md, Recent purchases). */",
  "/** Both (docs/design.md, Recent purchases and Sold out). */",
  "/**\n * Names of buyers (docs/design.md, Recent\n * purchases), shortened.\n */",
  "// What the whole of docs/design.md says.",
])("accepts %j", (comment) => {
  expect(check(comment)).toEqual([]);
});

test.each([
  ["/** Names (docs/design.md, Latest purchases). */", "no such heading"],
  ["/** Names (docs/plan.md, Recent purchases). */", "does not exist"],
])("reports that %j leads nowhere", (comment, hint) => {
  expect(check(comment).join("\n")).toContain(hint);
});
