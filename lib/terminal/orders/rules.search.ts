import { readCrockford } from "@/lib/crockford";
import { readEmailAddress } from "@/lib/email-address";
import { orderCodeLength, phoneDigits } from "@/lib/orders/rules.identity";
import { isPhoneNumber } from "@/lib/phone-number";
import { foldText } from "@/lib/platform/i18n/fold-text";

/** What an operator may mean by what they typed: values as they are stored. */
export type OrderSearch = {
  codes: string[];
  email: string | null;
  phones: string[];
  ticket: number | null;
  name: string | null;
};

/** Reads a search of a draw whose codes begin with `prefix`; it is empty if the text can be none of these. */
export function searchOf(typed: string, prefix: string): OrderSearch {
  const text = typed.trim();
  if (text.includes("@"))
    return { codes: [], email: (readEmailAddress(text) ?? text).toLowerCase(), phones: [], ticket: null, name: null };
  const name = /\p{L}/u.test(text) ? foldText(text) : null;
  return { codes: codesOf(text, prefix), email: null, phones: phonesOf(text), ticket: ticketOf(text), name };
}

/** The codes that a text may be, with the draw's prefix or without it; the prefix itself may have any letter. */
function codesOf(text: string, prefix: string): string[] {
  const plain = plainOf(text);
  const withoutPrefix = plain.startsWith(plainOf(prefix)) ? plain.slice(prefix.length) : plain;
  const codes = [withoutPrefix, plain]
    .map(readCrockford)
    .filter((code) => code?.length === orderCodeLength)
    .map((code) => prefix + code);
  return [...new Set(codes)];
}

/** As people read codes aloud: without dashes; O, I and L are the digits that they look like. */
function plainOf(text: string): string {
  return text.toUpperCase().replace(/[\s-]/g, "").replaceAll("O", "0").replace(/[IL]/g, "1");
}

/** The digits that may be stored for a text: people write the 1 of North America, or leave it out. */
function phonesOf(text: string): string[] {
  const digits = phoneDigits(text);
  const isNumber = isPhoneNumber(text) || /^[+(\d][\d\s().-]*$/.test(text);
  if (!isNumber || digits.length < 7 || digits.length > 15) return [];
  if (digits.length === 10) return [digits, `1${digits}`];
  return digits.length === 11 && digits.startsWith("1") ? [digits, digits.slice(1)] : [digits];
}

/** The largest number that a ticket can have. */
const lastTicket = 2 ** 31 - 1;

/** The ticket number that a text may be, with a sign before it or in groups as it is printed. */
function ticketOf(text: string): number | null {
  const digits = /^(?:#|n[o°º]\.?)?((?:[\s,]*\d)+)$/iu.exec(text)?.[1]?.replace(/\D/g, "");
  const number = Number(digits);
  return digits && number >= 1 && number <= lastTicket ? number : null;
}
