import { describe, expect, test } from "vitest";

import { checkComments } from "./check-comments";

describe("checkComments", () => {
  test.each([
    ["/** Of the order, in cents. */", "Of"],
    ["  // Its end if the buyer is new.", "Its"],
    ["/**\n * Those that a role names,\n * by parent.\n */", "Those"],
    ["      {/* Under which it is listed. */}", "Under which"],
    ["  /** Whether buyers must live there. */", "Whether"],
    ["  /** True if the draw is not stored yet. */", "True if"],
  ])("rejects the fragment %j", (comment, opener) => {
    expect(checkComments("lib/orders/rules.ts", `const one = 1;\n${comment}\nconst two = 2;`)).toEqual([
      `lib/orders/rules.ts:2: a comment that begins with "${opener}" is no sentence.`,
    ]);
  });

  test.each([
    ["lib/orders/rules.ts", "/** The end of the hold, if the buyer is new. */"],
    ["lib/orders/rules.ts", "/** Returns true if the draw is stored. */"],
    ["lib/orders/rules.ts", "/** In cents. Null if the money isn't known. */"],
    ["lib/orders/rules.ts", "// The first row tells the order, and the last one\n// Of course its end."],
    ["lib/orders/rules.ts", 'const label = "Of the order";'],
    ["docs/design.md", "// Of the order."],
  ])("accepts, in %s, %j", (path, text) => {
    expect(checkComments(path, text)).toEqual([]);
  });
});
