// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import { NextIntlClientProvider } from "next-intl";
import { afterEach, expect, it } from "vitest";

import type { PublicDraw } from "@/lib/draws/rules.projection";
import { drawSchema } from "@/lib/draws/schema";
import type { OrderView } from "@/lib/orders/rules";
import en from "@/messages/en.json";
import fr from "@/messages/fr.json";
import { drawOnPaper, orderOnPaper } from "@/tests/support/paper";
import { OrderFacts } from "./order-facts";

afterEach(cleanup);

function factOf(name: string): string {
  return screen.getByText(name).nextElementSibling?.textContent ?? "";
}

function show(locale: "en" | "fr", changes: Partial<OrderView>, ofDraw: object = {}): void {
  render(
    <NextIntlClientProvider locale={locale} messages={locale === "en" ? en : fr} timeZone="America/Toronto">
      <OrderFacts
        order={{ ...orderOnPaper(locale), ...changes }}
        draw={drawSchema.parse({ ...drawOnPaper, ...ofDraw }) as unknown as PublicDraw}
        pools={new Map()}
        locale={locale}
        checkoutHost="https://tickets.example.test"
      />
    </NextIntlClientProvider>,
  );
}

it("names every early bird, including one named only by a prize, and where the draw is held, because paper is a receipt", () => {
  const prizes = { "Early Bird": [{ description: "A sled", drawDate: "2026-12-10T17:00:00Z" }] };
  show("fr", {}, { prizes });
  expect(factOf(fr.order.earlyBirds)).toMatch(/^1er décembre 2026.*10 décembre 2026/);
  expect(factOf(fr.receipt.place)).toBe("Scotiabank Arena");
});

it.each([
  ["en", en, "Cash"],
  ["fr", fr, "Comptant"],
] as const)("says which tablet sold it and that it took cash, and nothing about the web: %s", (locale, words, cash) => {
  show(locale, { soldBy: "Gate 3", method: "cash", card: null });
  expect(factOf(words.terminalReceipt.device)).toBe("Gate 3");
  expect(factOf(words.order.paidWith)).toBe(cash);
  expect(screen.queryByText(words.receipt.soldOn)).toBeNull();
  cleanup();
  show(locale, {});
  expect(factOf(words.receipt.soldOn)).toContain("tickets.example.test");
  expect(factOf(words.order.paidWith)).toBe("Visa •••• 1234");
});
