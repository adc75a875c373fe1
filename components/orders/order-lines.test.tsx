// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import { NextIntlClientProvider } from "next-intl";
import { afterEach, describe, expect, it } from "vitest";

import type { PublicDraw } from "@/lib/draws/rules.projection";
import type { OrderLineView, OrderView, RefundView } from "@/lib/orders/rules";
import { groupLines } from "@/lib/orders/rules.pools";
import fr from "@/messages/fr.json";
import { OrderLines } from "./order-lines";

afterEach(cleanup);

const bundled = (poolId: string, packageId: string, quantity: number, tickets: number, amount: number) => ({
  ...{ poolId, packageId, quantity, tickets, amount },
  bundleId: "crew",
});

const lines: OrderLineView[] = [
  { poolId: "main", packageId: "c3", quantity: 1, tickets: 3, amount: 60 },
  bundled("main", "c8", 2, 16, 216.1),
  bundled("lights", "h25", 4, 100, 69.2),
];

const pools = new Map([
  ["main", { title: "La tombola", licence: "R1", drawn: null }],
  ["lights", { title: "Le 50/50", licence: "R2", drawn: null }],
]);

const items = [
  { poolId: "main", packageId: "c8", quantity: 1, price: 108.05 },
  { poolId: "lights", packageId: "h25", quantity: 2, price: 34.6 },
];
const draw = { bundles: [{ id: "crew", title: { en: "Crew", fr: "Équipage" }, items }] } as unknown as PublicDraw;
const order = { lines, amount: 345.3, refunds: [] as RefundView[] } as OrderView;

function texts(): string {
  return (document.body.textContent ?? "").replace(/[\u00a0\u202f]/g, " ");
}

function show(shown: PublicDraw | null, changes: Partial<OrderView> = {}) {
  render(
    <NextIntlClientProvider locale="fr" messages={fr} timeZone="America/Toronto">
      <OrderLines order={{ ...order, ...changes }} draw={shown} pools={pools} locale="fr" />
    </NextIntlClientProvider>,
  );
}

it("groups the lines of a bundle and adds up their shares in cents", () => {
  expect(groupLines(lines).map(({ bundleId, amount }) => [bundleId, amount])).toEqual([
    [null, 60],
    ["crew", 285.3],
  ]);
});

it("says how many of which bundle, what it contains in each draw, and one price for all of it", () => {
  show(draw);
  expect(screen.getByText("2 × Équipage")).toBeTruthy();
  expect(texts()).toContain("16 billets · La tombola");
  expect(texts()).toContain("100 billets · Le 50/50");
  expect(texts()).toContain("285,30 $");
  expect(texts()).not.toContain("69,20");
});

it("stays readable if the draw is no longer shown", () => {
  show(null);
  expect(screen.getByText("Forfait")).toBeTruthy();
});

describe("a refunded order", () => {
  const refund = (amount: number, more: object = {}) =>
    ({ amount, lines: 1, state: "done", isCash: false, requestedAt: "", doneAt: null, ...more }) as RefundView;

  it("adds what was refunded below the total, and what remains", () => {
    show(draw, { refunds: [refund(285.3), refund(0.1)] });
    expect(texts()).toContain("Total345,30 $Remboursé−285,40 $Total après remboursement59,90 $");
  });

  it("has no such lines before the money went back, or for a payment without tickets", () => {
    show(draw, { refunds: [refund(60, { state: "under-way" }), refund(60, { state: "refused" })] });
    show(draw, { refunds: [refund(345.3, { lines: 0 })] });
    expect(texts()).not.toMatch(/rembours/i);
  });
});
