import { readCrockford } from "@/lib/crockford";
import { readEmailAddress } from "@/lib/email-address";
import { orderCodeLength, phoneDigits } from "@/lib/orders/rules.identity";
import { isPhoneNumber } from "@/lib/phone-number";
import { foldText } from "@/lib/platform/i18n/fold-text";

/** Where a list goes on: after the order that was placed at so many microseconds since 1970, and has this id. */
export type CursorPosition = { micros: string; orderId: string };

/** Before every order: the year 2255 is beyond what a draw can name. */
export const listStart: CursorPosition = { micros: "9000000000000000", orderId: "" };

const positionPattern = /^(\d{1,16})\.([0-9A-HJKMNP-TV-Z]{26})$/;

/** What an operator may mean by what they typed: values to search for, as they are stored. */
export type OrderSearch = {
  codes: string[];
  email: string | null;
  phones: string[];
  ticket: number | null;
  name: string | null;
};

/** Encodes a place so that nobody is tempted to parse it. */
export function toCursor({ micros, orderId }: CursorPosition): string {
  return Buffer.from(`${micros}.${orderId}`).toString("base64url");
}

/** Reads what `toCursor` wrote; null for anything else. */
export function readCursor(cursor: string): CursorPosition | null {
  const match = positionPattern.exec(Buffer.from(cursor, "base64url").toString("latin1"));
  const [, micros, orderId] = match ?? [];
  if (micros === undefined || orderId === undefined) return null;
  const place = { micros, orderId };
  return toCursor(place) === cursor ? place : null;
}

/** As people read codes aloud: no dashes, and O, I and L are the digits that they look like. */
function plainOf(text: string): string {
  return text.toUpperCase().replace(/[\s-]/g, "").replaceAll("O", "0").replace(/[IL]/g, "1");
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

/** The digits that a text may be kept as: people leave the 1 of North America out, or write it. */
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

/**
 * What was typed into the search of a draw whose codes begin with `prefix`; nothing to search for if it is none of
 * these.
 */
export function searchOf(typed: string, prefix: string): OrderSearch {
  const text = typed.trim();
  if (text.includes("@"))
    return { codes: [], email: (readEmailAddress(text) ?? text).toLowerCase(), phones: [], ticket: null, name: null };
  const name = /\p{L}/u.test(text) ? foldText(text) : null;
  return { codes: codesOf(text, prefix), email: null, phones: phonesOf(text), ticket: ticketOf(text), name };
}
