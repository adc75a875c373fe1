import { describe, expect, test } from "vitest";

import { checkShape } from "./check-shape";
import { checkTopLevel } from "./check-top-level";
import { toSourceFile } from "./source-file";

const useCase =
  'import "server-only";\n\nexport type Placed = { ok: true };\n\nexport async function placeOrder() {}\n';

function listErrors(path: string, text: string): string[] {
  return checkShape(toSourceFile(path, text)).errors;
}

describe("checkShape", () => {
  test.each([
    ["lib/orders/reserve/place-order.ts", useCase],
    ["lib/orders/holds/place-order.ts", `${useCase}export function countOrders() {}\n`],
    ["lib/orders/reserve/store.ts", 'import "server-only";\n'],
    ["lib/audit/store.ts", "import \"server-only\";\nconst at = sql`at at time zone 'UTC'`;\n"],
    ["lib/orders/reserve/rules.ts", "export function add(now: Date) {\n  return new Date(now);\n}\n"],
    ["lib/platform/server/env.ts", 'import "server-only";\n\nexport const mode = process.env.TIRAGE_MODE;\n'],
    ["next.config.ts", "const key = process.env.KEY;\n"],
    ["app/api/orders/route.ts", "line\n".repeat(40)],
  ])("accepts %s", (path, text) => {
    expect(listErrors(path, text)).toEqual([]);
  });

  test.each([
    ["lib/orders/reserve/place-order.ts", useCase.replace('import "server-only";\n', ""), "server-only"],
    ["lib/orders/reserve/place-order.ts", useCase.replace("placeOrder", "order"), "named after, placeOrder"],
    ["lib/orders/frobnicate-order.ts", useCase.replace("placeOrder", "frobnicateOrder"), "not a verb"],
    ["lib/orders/helpers.ts", "", "named for what it holds"],
    ["lib/orders/index.ts", "", "named for what it holds"],
    ["lib/orders/Prices.ts", "", "no room of lib"],
    ["lib/orders/parts/more/rules.ts", "", "no room of lib"],
    ["lib/receipt-printing/rules.ts", "", "no room of lib"],
    ["lib/orders/rules.ts", "export const started = Date.now();\n", "no clock"],
    ["lib/orders/rules.ts", 'export const day = (at: Date) => at.toLocaleDateString("en-CA");\n', "may be years old"],
    ["components/ui/time.tsx", "const format = new Intl.DateTimeFormat();\n", "may be years old"],
    ["lib/orders/store.ts", "import \"server-only\";\n// at time zone 'America/Toronto'\n", "may be years old"],
    ["lib/money.ts", "export const key = process.env.KEY;\n", "call env()"],
    ["lib/platform/server/env.demo.ts", 'import "server-only";\nconst key = process.env.KEY;\n', "call env()"],
    ["app/actions.ts", '"use server";\n', "route handlers"],
    ["app/api/orders/route.ts", "line\n".repeat(41), "41 lines, at most 40"],
    ["app/[locale]/page.tsx", "line\n".repeat(61), "61 lines, at most 60"],
  ])("reports what is wrong with %s", (path, text, hint) => {
    expect(listErrors(path, text).join("\n")).toContain(hint);
  });

  test("warns about a file that is too long to be read from top to bottom", () => {
    const warningsAt = (lines: number) =>
      checkShape(toSourceFile("components/checkout/checkout.tsx", "line\n".repeat(lines))).warnings;
    expect(warningsAt(350)).toEqual([]);
    expect(warningsAt(351)).toEqual([
      "components/checkout/checkout.tsx: 351 lines, at most 350: it holds two subjects.",
    ]);
  });
});

describe("checkTopLevel", () => {
  test("has a closed list and names what isn't on it", () => {
    const entries = [
      { name: "app", isFolder: true },
      { name: ".ci", isFolder: true },
      { name: "package.json", isFolder: false },
      { name: "src", isFolder: true },
      { name: "notes.txt", isFolder: false },
    ];
    const errors = checkTopLevel(entries);
    expect(errors).toHaveLength(2);
    expect(errors[0]).toContain("src/ does not belong at the root");
    expect(errors[1]).toContain("notes.txt does not belong");
  });
});
