import { describe, expect, it } from "vitest";

import { getPageRule } from "./sold-order";

describe("the page of a receipt", () => {
  it("is as wide as the roll and a little longer than the receipt, with two lengths", () => {
    // 100 mm are 378 CSS pixels. Anything above takes one more millimetre.
    expect(getPageRule(58, 377.9)).toBe("@page { size: 58mm 104mm; margin: 0; }");
    expect(getPageRule(80, 378.1)).toBe("@page { size: 80mm 105mm; margin: 0; }");
  });

  it("is the printer's own if there is no roll", () => {
    expect(getPageRule(null, 378)).not.toContain("size");
  });
});
