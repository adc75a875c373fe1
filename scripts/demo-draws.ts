import { demoAccount } from "@/sandbox/accounts";

import { demo5050At } from "./demo-draw-5050";
import {
  demoClosedAt,
  demoLocatedAt,
  demoSmallAt,
  demoSoldoutAt,
  demoTestAt,
  demoUpcomingAt,
} from "./demo-draw-others";
import { demoRaffleAt } from "./demo-draw-raffle";
import type { DemoPurchase } from "./demo-purchases";
import {
  harvestPurchases,
  lighthousePurchases,
  pancakePurchases,
  rehearsalPurchases,
  warmWinterPurchases,
} from "./demo-purchases";

/** Baskets of fictional buyers by draw, in the order in which they are bought. */
export const demoPurchases: Record<string, DemoPurchase[]> = {
  demo5050: warmWinterPurchases,
  "demo-raffle": lighthousePurchases,
  "demo-test": rehearsalPurchases,
  "demo-soldout": pancakePurchases,
  "demo-closed": harvestPurchases,
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
    ...[demo5050At, demoRaffleAt, demoTestAt, demoSmallAt, demoLocatedAt],
    ...[demoSoldoutAt, demoClosedAt, demoUpcomingAt],
  ];
  return draws.map((drawAt) => ({ ...common, ...drawAt(now) }));
}
