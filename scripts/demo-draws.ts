import type { LocalText } from "@/lib/local-text";
import { demoAccount } from "@/sandbox/accounts";

import { demo5050At } from "./demo-draw-5050";
import { demoClosingAt, demoDrawnAt } from "./demo-draw-minutes";
import { demoClosedAt, demoLocatedAt, demoSmallAt, demoSoldoutAt } from "./demo-draw-others";
import { demoRaffleAt } from "./demo-draw-raffle";
import { demoTestAt, demoUpcomingAt } from "./demo-draw-theatre";
import type { DemoPurchase } from "./demo-purchases";
import {
  harvestPurchases,
  lighthousePurchases,
  pancakePurchases,
  rehearsalPurchases,
  supperPurchases,
  trailPurchases,
  warmWinterPurchases,
} from "./demo-purchases";

/** Baskets of fictional buyers by draw, in the order in which they are bought. */
export const demoPurchases: Record<string, DemoPurchase[]> = {
  demo5050: warmWinterPurchases,
  "demo-raffle": lighthousePurchases,
  "demo-test": rehearsalPurchases,
  "demo-soldout": pancakePurchases,
  "demo-closed": harvestPurchases,
  "demo-closing": trailPurchases,
  "demo-drawn": supperPurchases,
};

/**
 * The demo draws as an import takes them (docs/design.md, Demo draws): amounts in dollars, dates around `now`, texts in
 * both languages.
 */
export function demoDraws(now: Date): unknown[] {
  const common = {
    parentId: "demo-parent",
    timeZone: "America/Toronto",
    state: { approval_state: "Approved" },
    terminal: { allowAnonymousCash: false, allowRefund: true },
    checkoutAccess: { requireGPSCheck: false, requireIPCheck: false },
    apiKeys: {
      bambora: {
        merchantId: demoAccount.merchantId,
        passcode: demoAccount.passcodes.payments,
        reportingPasscode: demoAccount.passcodes.reporting,
        profilePasscode: demoAccount.passcodes.profiles,
      },
    },
  };
  const draws = [
    ...[demo5050At, demoRaffleAt, demoClosingAt, demoDrawnAt, demoTestAt, demoSmallAt],
    ...[demoLocatedAt, demoSoldoutAt, demoClosedAt, demoUpcomingAt],
  ];
  return draws.map((drawAt) => ({ ...common, ...drawAt(now) }));
}

const closing = "demo-closing";

type NamedDraw = { id: string; title: LocalText };

/** The buyers of a draw, whichever of those about to close it is. */
export function purchasesOf(drawId: string): DemoPurchase[] {
  return demoPurchases[drawId.startsWith(closing) ? closing : drawId] ?? [];
}

/**
 * The demo draws of a start at `now`. The one about to close is over at most later starts, and cannot be sold anew:
 * then there is another, under the next number. `known` are the draws that are there, and whether each still sells.
 */
export function currentDraws(now: Date, known: ReadonlyMap<string, boolean>): NamedDraw[] {
  let id = closing;
  for (let number = 2; known.get(id) === false; number += 1) id = `${closing}-${number}`;
  return (demoDraws(now) as NamedDraw[]).map((draw) => (draw.id === closing ? { ...draw, id } : draw));
}
