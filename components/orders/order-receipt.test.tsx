// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import { NextIntlClientProvider } from "next-intl";
import { afterEach, expect, it } from "vitest";

import type { PublicDraw } from "@/lib/draws/rules.projection";
import { drawSchema } from "@/lib/draws/schema";
import type { OrderView } from "@/lib/orders/rules";
import { describePools } from "@/lib/orders/rules.pools";
import en from "@/messages/en.json";
import fr from "@/messages/fr.json";
import { receiptDraw, receiptOrder } from "@/tests/support/draws/receipt-draw";
import { OrderReceipt } from "./order-receipt";

afterEach(cleanup);

function detailText(name: string): string {
  return screen.getByText(name).nextElementSibling?.textContent ?? "";
}

const saleDay = new Date("2026-11-21T20:00:00Z");

function show(locale: "en" | "fr", changes: Partial<OrderView>, ofDraw: object = {}, now = saleDay): void {
  render(
    <NextIntlClientProvider locale={locale} messages={locale === "en" ? en : fr} timeZone="America/Toronto">
      <OrderReceipt
        order={{ ...receiptOrder(locale), ...changes }}
        draw={drawSchema.parse({ ...receiptDraw, ...ofDraw }) as unknown as PublicDraw}
        pools={describePools(drawSchema.parse(receiptDraw) as unknown as PublicDraw, locale)}
        locale={locale}
        checkoutHost="https://tickets.example.test"
        now={now}
      />
    </NextIntlClientProvider>,
  );
}

it("names every early bird, including one named only by a prize, and where the draw is held, because paper is a receipt", () => {
  const prizes = { "Early Bird": [{ description: "A sled", drawDate: "2026-12-10T17:00:00Z" }] };
  show("fr", {}, { prizes });
  expect(detailText(fr.order.earlyBirds)).toMatch(/^1er\sdécembre 2026.*10\sdécembre 2026/);
  expect(detailText(fr.receipt.place)).toBe("Scotiabank Arena");
});

it("leaves out an early bird that was drawn before the ticket was bought", () => {
  const prizes = { "Early Bird": [{ description: "A sled", drawDate: "2026-12-10T17:00:00Z" }] };
  show("en", { finalizedAt: "2026-12-02T17:00:00Z" }, { prizes });
  expect(detailText(en.order.earlyBirds)).toMatch(/^December 10, 2026[^,]*$/);
});

it.each([
  ["en", en, "Cash"],
  ["fr", fr, "Comptant"],
] as const)(
  "says which tablet sold it and that it took cash, and nothing about the web: %s",
  (locale, messages, cash) => {
    show(locale, { soldBy: "Gate 3", method: "cash", card: null });
    expect(detailText(messages.terminalReceipt.device)).toBe("Gate 3");
    expect(detailText(messages.order.paidWith)).toBe(cash);
    expect(screen.queryByText(messages.receipt.soldOn)).toBeNull();
    cleanup();
    show(locale, {});
    expect(detailText(messages.receipt.soldOn)).toContain("tickets.example.test");
    expect(detailText(messages.order.paidWith)).toBe("Visa ••••\u00a01234");
  },
);

it.each([
  ["en", en, { method: "card" }],
  ["fr", fr, { method: "apple-pay" }],
] as const)(
  "says what a card's statement will show, once, and nothing of it for cash or before: %s",
  (locale, messages, paid) => {
    const told = { additionalOptions: { statementDescriptor: "ARENA 50/50 TORONTO" } };
    const line = messages.order.statement.replace("{words}", "ARENA\u00a050/50\u00a0TORONTO");
    show(locale, paid, told);
    expect(detailText(messages.order.onStatement)).toBe("ARENA 50/50 TORONTO");
    expect(document.body.textContent.split(line)).toHaveLength(2);
    for (const [order, draw] of [
      [{ method: "cash", card: null }, told],
      [{ ...paid, finalizedAt: null }, told],
      [{ method: null, card: null }, told],
      [paid, {}],
    ] as const) {
      cleanup();
      show(locale, order, draw);
      expect(document.body.textContent).not.toContain(messages.order.onStatement);
    }
  },
);

it.each([
  ["en", "Draw date", "Drawn on"],
  ["fr", "Date du tirage", "Tirage effectué le"],
] as const)("says when it will be drawn, and afterwards when it was: %s", (locale, ahead, past) => {
  const numbers = [{ poolId: "main", first: 1, last: 40, void: false }];
  show(locale, { numbers });
  expect(detailText(ahead)).toMatch(/January 15, 2027|15\sjanvier 2027/);
  cleanup();
  const winners = [{ poolId: "main", prizeType: "Grand Prize", number: 7, drawnAt: "2027-01-14T23:30:00Z" }];
  show(locale, { numbers }, { winners }, new Date("2027-01-16T12:00:00Z"));
  expect(detailText(past)).toMatch(/January 14, 2027|14\sjanvier 2027/);
  expect(screen.queryByText(ahead)).toBeNull();
});

it("marks names of the draw that are in another language", () => {
  show("fr", {}, { title: { en: "Lake 50/50" }, organization: { en: "Lake Club" } });
  expect(["Lake 50/50", "Lake Club"].map((words) => screen.getByText(words).lang)).toEqual(["en-US", "en-US"]);
});

it.each([
  ["finalized", "2026-11-21T20:00:00Z", "Receipt details"],
  ["refunded", "2026-11-21T20:00:00Z", "Receipt details"],
  ["expired", null, "Order details"],
  ["reserved", null, "Order details"],
] as const)("are folded in the same way whatever became of the order: %s", (status, finalizedAt, title) => {
  show("en", { status, finalizedAt });
  expect(screen.getByText(title).parentElement?.tagName).toBe("SUMMARY");
  expect(detailText("Order code")).toBe("A-3NN7K2QX");
});

it("names the licence of every draw whose numbers an order has, and the only one without its title", () => {
  show("en", {});
  expect(detailText(en.order.licences.replace(/.*other \{(\w+)\}\}/, "$1"))).toBe(
    "RAF-MAIN-1 · Arena 50/50RAF-LIGHTS-2 · Lights 50/50",
  );
  cleanup();
  show("en", { numbers: [{ poolId: "main", first: 1, last: 40, void: false }] });
  expect(detailText(en.order.licence)).toBe("RAF-MAIN-1");
});
