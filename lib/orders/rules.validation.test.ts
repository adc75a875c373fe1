import { describe, expect, it } from "vitest";

import { crockfordAlphabet } from "@/lib/crockford";
import { createSealer } from "@/lib/platform/server/seal";

import { createValidationNumber, hashValidationNumber, readValidationNumber } from "./rules.validation";

const sealer = createSealer(Buffer.alloc(32, 7));
const key = { drawId: "arena", orderId: "0123456789ABCDEFGHJKMNPQRS" };
const number = createValidationNumber(sealer, key);

function replaceAt(text: string, at: number, character: string): string {
  return text.slice(0, at) + character + text.slice(at + 1);
}

describe("a validation number", () => {
  it("is four groups of five, the same each time, different for any other order, draw or key", () => {
    expect(number).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}(-[0-9A-HJKMNP-TV-Z]{5}){3}$/);
    expect(createValidationNumber(sealer, { ...key })).toBe(number);
    const others = [
      createValidationNumber(sealer, { ...key, orderId: "1123456789ABCDEFGHJKMNPQRS" }),
      createValidationNumber(sealer, { ...key, drawId: "arena2" }),
      createValidationNumber(createSealer(Buffer.alloc(32, 8)), key),
    ];
    expect(new Set([number, ...others]).size).toBe(4);
  });

  it("can be read in any form that people type it in", () => {
    expect(readValidationNumber(` ${number.toLowerCase().replaceAll("-", " ")} `)).toBe(number);
    const withLetters = number.replaceAll("0", "o").replaceAll("1", "l");
    expect(readValidationNumber(withLetters)).toBe(number);
    for (const wrong of ["", "-", number.slice(1), `${number}0`, number.replace(/.$/, "!")]) {
      expect(readValidationNumber(wrong)).toBeNull();
    }
  });

  it("fails with any one character wrong", () => {
    const places = Array.from(number, (found, index) => ({ found, at: index })).filter(({ found }) => found !== "-");
    for (const { found, at } of places) {
      for (const other of crockfordAlphabet.replace(found, "")) {
        expect(readValidationNumber(replaceAt(number, at, other))).toBeNull();
      }
    }
  });

  it("fails with any two characters swapped", () => {
    const plain = number.replaceAll("-", "");
    for (let left = 0; left < plain.length; left += 1) {
      for (let right = left + 1; right < plain.length; right += 1) {
        const [first = "", second = ""] = [plain[left], plain[right]];
        if (first === second) continue;
        expect(readValidationNumber(replaceAt(replaceAt(plain, left, second), right, first))).toBeNull();
      }
    }
  });

  it("is found by a hash that doesn't reveal it and is valid in one draw only", () => {
    const hash = hashValidationNumber(sealer, "arena", number);
    expect(hash).toBe(hashValidationNumber(sealer, "arena", number));
    expect(hash).not.toContain(number.replaceAll("-", "").slice(0, 6));
    expect(hashValidationNumber(sealer, "arena2", number)).not.toBe(hash);
  });
});
