import { describe, expect, test } from "vitest";

import { checkColumns } from "./check-columns";

const long = "word ".repeat(25).trim();

describe("checkColumns", () => {
  test.each([
    ["lib/orders/rules.ts", `const reason = "${long}";`],
    ["components/ui/card.tsx", `<div className="${long}">`],
    ["docs/design.md", `| ${long} | ${long} |`],
    ["docs/design.md", `[${long}](decisions/020-audit.md)`],
    ["docs/design.md", `See https://example.ca/${"a".repeat(120)} for it.`],
    ["lib/orders/rules.ts", "x".repeat(120)],
    ["drizzle/0001.sql", long],
  ])("accepts a line of %s", (path, text) => {
    expect(checkColumns(path, text)).toEqual([]);
  });

  test.each<[string, string, number?]>([
    ["lib/orders/rules.ts", `// ${long}`],
    ["lib/orders/rules.ts", ` * It's what \`one\` and others' ${long}`],
    ["lib/orders/store.ts", `  select ${long} from orders`],
    ["app/globals.css", `/* ${long} */`],
    ["docs/design.md", long],
    ["docs/design.md", `${long}, as [above](#above)`, `${long}, as `.length],
  ])("rejects a long line of %s", (path, text, columns = text.length) => {
    expect(checkColumns(path, `first\n${text}\n`)).toEqual([`${path}:2: ${columns} columns, at most 120.`]);
  });
});
