import { describe, expect, it } from "vitest";

import { resultLines } from "./table";

describe("the table of steps", () => {
  it("has a line for each, in seconds and counts", () => {
    const experience = { gapMs: 21_340, acknowledged: 12, failed: 7, retried: 6, refused: 1 };
    const lines = resultLines([
      { step: "lose-primary", tookMs: 60_000, experience, note: "node-1 is the standby now" },
    ]);
    expect(lines).toHaveLength(2);
    const cells = lines[1]?.trim().split(/ {2,}/).join(" | ");
    expect(cells).toBe("lose-primary | 60.0 s | 21.3 s | 12 | 7 | 6 | 1 | node-1 is the standby now");
  });
});
