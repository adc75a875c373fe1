import { describe, expect, it } from "vitest";
import { listStart, readCursor, toCursor } from "./rules.cursor";
import { parseSearch } from "./rules.search";

const nothing = { codes: [], email: null, phones: [], ticket: null, name: null };

describe("a search", () => {
  it.each([
    ["AB10K0L0V1", "as it is printed"],
    ["ab10kolovi", "in small letters, O for 0 and I for 1"],
    ["ab-1oko-lovl", "with dashes and look-alikes"],
    ["10K0L0V1", "without the draw's prefix"],
    ["  1oko lovi ", "with spaces around and in it"],
  ])("finds the code of %s, %s", (typed) => {
    expect(parseSearch(typed, "AB").codes).toContain("AB10K010V1");
  });

  it("reads letters in a prefix that look like digits the way people do", () => {
    expect(parseSearch("oil 23456789", "OIL").codes).toEqual(["OIL23456789"]);
    expect(parseSearch("011-23456789", "OIL").codes).toEqual(["OIL23456789"]);
  });

  it("also recognizes a code that begins like the prefix", () => {
    expect(parseSearch("AB345678", "AB").codes).toEqual(["ABAB345678"]);
  });

  it.each(["Marie", "U2345678", "1234567", "123456789", "", "-", "%", "AB_"])("finds no code in %j", (typed) => {
    expect(parseSearch(typed, "AB").codes).toEqual([]);
  });

  it("recognizes an email address in any case", () => {
    expect(parseSearch(" Marie.Tremblay@Example.COM ", "")).toEqual({
      ...nothing,
      email: "marie.tremblay@example.com",
    });
  });

  it.each([
    ["1204", 1204],
    ["#1204", 1204],
    ["No. 1204", 1204],
    ["12 040", 12_040],
    ["12\u00a0040", 12_040],
    ["1,234,567", 1_234_567],
    ["2147483647", 2_147_483_647],
    ["2147483648", null],
    ["0", null],
    ["12.5", null],
    ["12A", null],
    ["", null],
  ])("reads %j as the ticket number %j", (typed, ticket) => {
    expect(parseSearch(typed, "").ticket).toBe(ticket);
  });

  it.each([
    [" Zoë  CÔTÉ-ROY", "zoe cote-roy"],
    ["O’Neil", "o'neil"],
    ["TREMBLAY", "tremblay"],
    ["12", null],
    ["%", null],
  ])("reads %j as the name %j", (typed, name) => {
    expect(parseSearch(typed, "").name).toBe(name);
  });

  it.each([
    ["(416) 555-0100", ["4165550100", "14165550100"]],
    ["+1 416 555 0100", ["14165550100", "4165550100"]],
    ["1.416.555.0100", ["14165550100", "4165550100"]],
    ["+44 20 7946 0958", ["442079460958"]],
    ["call 4165550100", []],
    ["123", []],
  ])("recognizes the phone number %s, with or without the 1", (typed, phones) => {
    expect(parseSearch(typed, "").phones).toEqual(phones);
  });
});

describe("a cursor", () => {
  const place = { micros: "1795204800123456", drawId: "gala-2026", orderCode: "OIL0123ABCD" };

  it("is read back as written, by clients unread", () => {
    expect(toCursor(place)).not.toContain(place.orderCode);
    expect(readCursor(toCursor(place))).toEqual(place);
  });

  it.each([
    "",
    "x",
    "%00",
    toCursor(listStart),
    `${toCursor(place)}=`,
    `${toCursor(place)}A`,
    toCursor({ ...place, micros: "99999999999999999" }),
    toCursor({ ...place, micros: "-1" }),
    toCursor({ ...place, orderCode: "' or true --" }),
    toCursor({ ...place, orderCode: "0123456789ABCDEFGHJKMNPQRS" }),
    toCursor({ ...place, drawId: "a.b" }),
    Buffer.from(JSON.stringify(place)).toString("base64url"),
  ])("made by someone else is invalid: %j", (cursor) => {
    expect(readCursor(cursor)).toBeNull();
  });
});
