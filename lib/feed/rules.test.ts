import { describe, expect, it } from "vitest";

import { findMessageCatalogue } from "@/lib/platform/i18n/message-catalogue";
import { isDue, pickMessages, readLocale, toDefinitionText, withMessages } from "./rules";

const { flat, tree } = findMessageCatalogue("en");

describe("words of the upstream platform", () => {
  it("are those that are valid and differ from our own", () => {
    const data = {
      ...tree,
      checkout: { ...(tree.checkout as object), heading: "Here", pay: "Pay", extra: { deep: "x" } },
    };
    expect(pickMessages({ data }, flat)).toEqual({ messages: { "checkout.heading": "Here" }, rejected: 2 });
  });

  it.each([null, [], "data", {}, { data: null }, { data: [] }])("are empty for %j", (body) => {
    expect(pickMessages(body, flat)).toBeNull();
  });

  it("exceed neither the number nor the length that an import accepts", () => {
    const plain = [...flat].filter(([, text]) => /^[\w ]+$/.test(text)).slice(0, 3);
    const long = Object.fromEntries(plain.map(([key]) => [key, "x".repeat(2001)]));
    expect(pickMessages({ data: long }, new Map(plain))).toEqual({ messages: {}, rejected: 3 });
    const many = Object.fromEntries(Array.from({ length: 600 }, (_none, index) => [`key${index}`, "other"]));
    const picked = pickMessages(
      { data: { space: many } },
      new Map(Object.keys(many).map((key) => [`space.${key}`, "own"])),
    );
    expect(Object.keys(picked?.messages ?? {}).length).toBe(500);
    expect(picked?.rejected).toBe(100);
  });

  it("appear in the instance for each language that has some, and leave it unchanged otherwise", () => {
    const instance = {
      id: "one",
      locale: { lang: "fr", useLocal: true, messages: { en: { "a.b": "own" }, fr: { "a.b": "le sien" } } },
    };
    const words = { en: { tag: null, messages: { "a.c": "theirs" } }, fr: { tag: null, messages: {} } };
    expect(withMessages(instance, words)).toEqual({
      id: "one",
      locale: { lang: "fr", useLocal: true, messages: { en: { "a.c": "theirs" }, fr: { "a.b": "le sien" } } },
    });
    expect(withMessages({ ...instance, locale: { ...instance.locale, useLocal: false } }, words)).toMatchObject({
      locale: { useLocal: true, messages: { en: { "a.c": "theirs" } } },
    });
    expect(withMessages(instance, {})).toBe(instance);
    expect(withMessages("text", words)).toBe("text");
  });
});

it("reads what an instance says about its words, whatever it contains", () => {
  expect(readLocale({ locale: { useLocal: true, lang: "fr" } })).toEqual({ useLocal: true, lang: "fr" });
  for (const odd of [null, [], { locale: null }, { locale: { useLocal: "yes", lang: "de" } }])
    expect(readLocale(odd)).toEqual({ useLocal: false, lang: "en" });
});

it("treats two instances as the same definition if only counters, the time state or the key order differ", () => {
  const first = { id: "one", state: { approval_state: "Approved", time_state: "Started" }, numTicketsFinal: 1 };
  const second = { metrics: {}, state: { time_state: "Ended", approval_state: "Approved" }, id: "one" };
  expect(toDefinitionText(first)).toBe(toDefinitionText(second));
  const raffle = (counted: object) => toDefinitionText({ ...first, secondDraws: [{ title: "Raffle", ...counted }] });
  expect(raffle({ numTicketsFinal: 3, metrics: {}, lastPurchaseHistory: [{}] })).toBe(raffle({}));
  expect(raffle({ maxTickets: 3 })).not.toBe(raffle({}));
  expect(toDefinitionText({ ...first, maxTickets: 5 })).not.toBe(toDefinitionText(first));
  expect(toDefinitionText({ ...first, apiKeys: { a: 1 } })).not.toBe(toDefinitionText(first));
});

describe("the next fetch of a draw", () => {
  const now = new Date("2026-11-22T12:00:00Z");
  const asked = (outcome: "accepted" | "missing" | "away", isKnown: boolean, agoMs: number) =>
    isDue({ outcome, isKnown, checkedAt: new Date(now.getTime() - agoMs) }, now, 30_000);

  it("depends on whether the draw is known and on the last result", () => {
    expect(isDue(null, now, 30_000)).toBe(true);
    expect([asked("accepted", true, 29_999), asked("accepted", true, 30_000)]).toEqual([false, true]);
    expect([asked("away", true, 5000), asked("away", true, 30_000)]).toEqual([false, true]);
    expect([asked("missing", false, 30_000), asked("missing", false, 60_000)]).toEqual([false, true]);
    expect([asked("away", false, 4999), asked("away", false, 5000)]).toEqual([false, true]);
  });
});
