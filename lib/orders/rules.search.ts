import { readCrockford } from "@/lib/crockford";
import { readEmailAddress } from "@/lib/email-address";
import { orderCodeLength, toPhoneDigits } from "@/lib/orders/rules.identity";
import { isPhoneNumber } from "@/lib/phone-number";
import { foldText } from "@/lib/platform/i18n/fold-text";

export type OrderSearch = {
  codes: string[];
  email: string | null;
  phones: string[];
  ticket: number | null;
  name: string | null;
};

export function parseSearch(input: string, prefix: string): OrderSearch {
  const text = input.trim();
  if (text.includes("@"))
    return { codes: [], email: (readEmailAddress(text) ?? text).toLowerCase(), phones: [], ticket: null, name: null };
  const name = /\p{L}/u.test(text) ? foldText(text) : null;
  return {
    codes: findCodes(text, prefix),
    email: null,
    phones: findPhones(text),
    ticket: parseTicketNumber(text),
    name,
  };
}

/** The draw's prefix may be left out and may contain any letter. */
function findCodes(text: string, prefix: string): string[] {
  const simplified = normalizeCode(text);
  const withoutPrefix = simplified.startsWith(normalizeCode(prefix)) ? simplified.slice(prefix.length) : simplified;
  const codes = [withoutPrefix, simplified]
    .map(readCrockford)
    .filter((code) => code?.length === orderCodeLength)
    .map((code) => prefix + code);
  return [...new Set(codes)];
}

/** Reads O, I and L as the digits that they resemble. */
function normalizeCode(text: string): string {
  return text.toUpperCase().replace(/[\s-]/g, "").replaceAll("O", "0").replace(/[IL]/g, "1");
}

function findPhones(text: string): string[] {
  const digits = toPhoneDigits(text);
  const isNumber = isPhoneNumber(text) || /^[+(\d][\d\s().-]*$/.test(text);
  if (!isNumber || digits.length < 7 || digits.length > 15) return [];
  if (digits.length === 10) return [digits, `1${digits}`];
  return digits.length === 11 && digits.startsWith("1") ? [digits, digits.slice(1)] : [digits];
}

const maxTicketNumber = 2 ** 31 - 1;

/** Accepts a leading sign such as `#`, and groups of digits as printed. */
function parseTicketNumber(text: string): number | null {
  const digits = /^(?:#|n[o°º]\.?)?((?:[\s,]*\d)+)$/iu.exec(text)?.[1]?.replace(/\D/g, "");
  const number = Number(digits);
  return digits && number >= 1 && number <= maxTicketNumber ? number : null;
}
