import { describe, expect, test } from "vitest";

import { checkCircles } from "./check-circles";
import { checkImporters } from "./check-importers";
import { toSourceFile } from "./source-file";

function createFiles(imports: Record<string, string[]>) {
  return Object.entries(imports).map(([path, targets]) =>
    toSourceFile(path, targets.map((target) => `import type { It } from "${target}";\n`).join("")),
  );
}

describe("checkCircles", () => {
  test("accepts a tree", () => {
    const files = {
      "lib/orders/a.ts": ["./b", "@/lib/draws/c"],
      "lib/orders/b.ts": ["@/lib/draws/c"],
      "lib/draws/c.ts": [],
    };
    expect(checkCircles(createFiles(files))).toEqual([]);
  });

  test("shows the cycle between files, types included", () => {
    const files = { "lib/orders/a.ts": ["./b"], "lib/orders/b.ts": ["./c"], "lib/orders/c.ts": ["./a"] };
    const [error, ...more] = checkCircles(createFiles(files));
    expect(error).toContain(
      "files in a circle: lib/orders/a.ts -> lib/orders/b.ts -> lib/orders/c.ts -> lib/orders/a.ts",
    );
    expect(more).toEqual([]);
  });

  test("shows the cycle between folders whose files have none", () => {
    const files = {
      "components/orders/a.tsx": ["@/components/checkout/b"],
      "components/checkout/b.tsx": [],
      "components/checkout/c.tsx": ["@/components/orders/d"],
      "components/orders/d.tsx": [],
    };
    const [error, ...more] = checkCircles(createFiles(files));
    expect(error).toContain("folders in a circle: components/orders -> components/checkout -> components/orders");
    expect(more).toEqual([]);
  });

  test("ignores tests, which may import what they like", () => {
    const files = {
      "lib/orders/a.ts": [],
      "lib/orders/a.test.ts": ["./a", "@/tests/support/b"],
      "tests/support/b.ts": ["@/lib/orders/a"],
    };
    expect(checkCircles(createFiles(files))).toEqual([]);
  });
});

describe("checkImporters", () => {
  test("finds files that only a test imports, and stand-ins among production files", () => {
    const files = {
      "app/page.tsx": ["@/lib/orders/used"],
      "lib/orders/used.ts": ["@/components/orders/fake-order"],
      "lib/orders/unused.ts": [],
      "lib/orders/unused.test.ts": ["./unused"],
      "lib/orders/tables.ts": [],
      "components/orders/fake-order.ts": [],
    };
    expect(checkImporters(createFiles(files)).map((error) => error.split(":")[0])).toEqual([
      "lib/orders/unused.ts",
      "components/orders/fake-order.ts",
    ]);
  });
});
