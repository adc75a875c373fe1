import { crockfordAlphabet, readCrockford, toCrockford } from "@/lib/crockford";
import type { Sealer } from "@/lib/platform/server/seal";

type ReceiptKey = { drawId: string; orderId: string };

/** 19 characters of 5 bits (95 random bits), then a check character. */
const characters = { chosen: 19, group: 5 };

/** Only the hash is stored, so each print derives the number again (docs/draw-rules.md, Validation numbers). */
export function createValidationNumber(sealer: Pick<Sealer, "digest">, { drawId, orderId }: ReceiptKey): string {
  const chosen = toCrockford(sealer.digest(`${drawId}/${orderId}`, "validation-number"), characters.chosen);
  return formatGroups(chosen + computeCheckCharacter(chosen));
}

/** Null unless the number is complete and its check character is right. */
export function readValidationNumber(text: string): string | null {
  const plain = readCrockford(text);
  if (plain?.length !== characters.chosen + 1) return null;
  const chosen = plain.slice(0, characters.chosen);
  return plain.endsWith(computeCheckCharacter(chosen)) ? formatGroups(plain) : null;
}

export function hashValidationNumber(sealer: Pick<Sealer, "digest">, drawId: string, number: string): string {
  return toCrockford(sealer.digest(`${drawId}/${number}`, "validation-hash"), 51);
}

/** Doubles in the field of 32 elements with the polynomial x^5 + x^2 + 1. */
function double(value: number): number {
  const doubled = value << 1;
  return doubled & 32 ? doubled ^ 0b100101 : doubled;
}

/** The position weights each character, so one wrong character or two swapped ones always change the result. */
function computeCheckCharacter(chosen: string): string {
  const sum = Array.from(chosen).reduce(
    (before, character) => double(before ^ crockfordAlphabet.indexOf(character)),
    0,
  );
  return crockfordAlphabet[sum] ?? "";
}

function formatGroups(plain: string): string {
  return plain.replace(new RegExp(`(.{${characters.group}})(?=.)`, "g"), "$1-");
}
