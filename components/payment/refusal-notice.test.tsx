// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import { NextIntlClientProvider } from "next-intl";
import { afterEach, expect, it } from "vitest";

import en from "@/messages/en.json";
import fr from "@/messages/fr.json";

import type { CheckoutReason } from "./checkout-reasons";
import { RefusalNotice } from "./refusal-notice";

afterEach(cleanup);

function getText(locale: "en" | "fr", retryAfterSeconds?: number, reason: CheckoutReason = "too-many-unpaid"): string {
  const wait = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
  const refusal = { reason, about: "order", ...wait } as const;
  render(
    <NextIntlClientProvider locale={locale} messages={locale === "en" ? en : fr} timeZone="America/Toronto">
      <RefusalNotice refusal={refusal} about="order" />
    </NextIntlClientProvider>,
  );
  const text = screen.getByRole("alert").textContent ?? "";
  cleanup();
  return text;
}

it("a temporary refusal says when to try again, in a buyer's words", () => {
  expect(getText("en", 125)).toMatch(/Try again in about 2 minutes\.$/);
  expect(getText("en", 60)).toMatch(/Try again in about 60 seconds\.$/);
  expect(getText("fr", 125)).toMatch(/Réessayez dans environ 2 minutes\.$/);
  expect(getText("fr", 1)).toMatch(/Réessayez dans environ 1 seconde\.$/);
  expect(getText("en")).toMatch(/may still go through\.$/);
});

it("too many declined cards: says how long payments are paused", () => {
  expect(getText("en", 900, "too-many-declines")).toMatch(/still reserved\.Try again in about 15 minutes\.$/);
  expect(getText("fr", 30, "too-many-declines")).toMatch(/réservés\.Réessayez dans environ 30 secondes\.$/);
});

it("a bank that doesn't answer: says when to press again", () => {
  expect(getText("en", 20, "bank-not-answering")).toMatch(/still reserved\.Try again in about 20 seconds\.$/);
  expect(getText("fr", 16, "bank-not-answering")).toMatch(/réservés\.Réessayez dans environ 16 secondes\.$/);
});

it.each(["too-many-holds", "too-many-calls"] as const)(
  "%s says what to do in its own words, and nothing twice",
  (reason) => {
    expect(getText("en", 5, reason)).toBe(en.reasons[reason]);
    expect(getText("fr", 5, reason)).toBe(fr.reasons[reason]);
  },
);
