import { crockfordAlphabet, readCrockford, toCrockford } from "@/lib/crockford";
import type { Sealer } from "@/lib/platform/server/seal";

type ReceiptKey = { drawId: string; orderId: string };

/** 19 characters of 5 bits each: 95 bits that can't be guessed, and a check character. */
const characters = { chosen: 19, group: 5 };

/** Doubles an element of the field of 32, whose polynomial is x^5 + x^2 + 1. */
function double(value: number): number {
  const doubled = value << 1;
  return doubled & 32 ? doubled ^ 0b100101 : doubled;
}

/** Each place weighs otherwise, so that one wrong character, or two that changed places, never check. */
function checkCharacterOf(chosen: string): string {
  const sum = Array.from(chosen).reduce(
    (before, character) => double(before ^ crockfordAlphabet.indexOf(character)),
    0,
  );
  return crockfordAlphabet[sum] ?? "";
}

function inGroups(plain: string): string {
  return plain.replace(new RegExp(`(.{${characters.group}})(?=.)`, "g"), "$1-");
}

/**
 * The validation number of an order's receipt, `7K3MX-9QXT4-…`: one for each order, not to be guessed, and the same
 * each time, so that a reprint shows it again although only its hash is stored (docs/draw-rules.md, Validation
 * numbers).
 */
export function validationNumberOf(sealer: Pick<Sealer, "digest">, { drawId, orderId }: ReceiptKey): string {
  const chosen = toCrockford(sealer.digest(`${drawId}/${orderId}`, "validation-number"), characters.chosen);
  return inGroups(chosen + checkCharacterOf(chosen));
}

/** Reads a validation number as people type it. Null unless it is whole and checks. */
export function readValidationNumber(text: string): string | null {
  const plain = readCrockford(text);
  if (plain?.length !== characters.chosen + 1) return null;
  const chosen = plain.slice(0, characters.chosen);
  return plain.endsWith(checkCharacterOf(chosen)) ? inGroups(plain) : null;
}

/** The hash that is stored and looked up for a validation number as `validationNumberOf` writes it. */
export function hashValidationNumber(sealer: Pick<Sealer, "digest">, drawId: string, number: string): string {
  return toCrockford(sealer.digest(`${drawId}/${number}`, "validation-hash"), 51);
}
