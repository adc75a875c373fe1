import { describe, expect, test } from "vitest";

import { checkColumns } from "./check-columns";

const long = "word ".repeat(25).trim();

describe("checkColumns", () => {
  test.each([
    ["lib/orders/rules.ts", `const reason = "${long}";`],
    ["components/ui/card.tsx", `<div className="${long}">`],
    ["docs/design.md", `| ${long} | ${long} |`],
    ["docs/design.md", `[${long}](decisions/030-rooms.md)`],
    ["lib/orders/rules.ts", "x".repeat(120)],
    ["drizzle/0001.sql", long],
  ])("accepts a line of %s", (path, text) => {
    expect(checkColumns(path, text)).toEqual([]);
  });

  test.each([
    ["lib/orders/rules.ts", `// ${long}`],
    ["lib/orders/rules.ts", ` * It's what \`one\` and others' ${long}`],
    ["lib/orders/store.ts", `  select ${long} from orders`],
    ["app/globals.css", `/* ${long} */`],
    ["docs/design.md", long],
  ])("rejects a long line of %s", (path, text) => {
    expect(checkColumns(path, `first\n${text}\n`)).toEqual([`${path}:2: ${text.length} columns, at most 120.`]);
  });
});
