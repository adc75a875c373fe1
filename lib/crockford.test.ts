import { describe, expect, it } from "vitest";

import { readCrockford, toCrockford } from "./crockford";

describe("Crockford's base32", () => {
  it.each([
    [[], 2, "00"],
    [[0xff], 1, "Z"],
    [[0xff], 3, "ZW0"],
    [[0, 0, 0, 0, 1], 8, "00000001"],
    [[0b00001_000, 0b10_00011_0, 0b0100_0010, 0b1_00110_00, 0b111_01000], 8, "12345678"],
    [Array.from({ length: 17 }, () => 0xff), 27, `${"Z".repeat(27)}`],
  ])("writes %j in %d characters as %s", (bytes, length, written) => {
    expect(toCrockford(Uint8Array.from(bytes), length)).toBe(written);
    expect(readCrockford(written)).toBe(written);
  });
});
