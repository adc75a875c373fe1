import { randomBytes } from "node:crypto";
import type { z } from "zod";
import type { drawSchema } from "@/lib/draws/schema";
import { dayMs } from "@/lib/durations";
import { demoAccount } from "@/sandbox/accounts";

export type DrawInput = z.input<typeof drawSchema>;

/** A small open 50/50 payable at the sandbox. `overrides` replace whole fields. */
export function drawWith(overrides: Partial<DrawInput> = {}): DrawInput {
  const id = overrides.id ?? `draw-${randomBytes(5).toString("hex")}`;
  return {
    id,
    parentId: "test-parent",
    title: { en: "Arena 50/50", fr: "Moitié-moitié de l’aréna" },
    urlSlug: id.toLowerCase(),
    state: { approval_state: "Approved" },
    startDate: instant(-dayMs),
    endDate: instant(dayMs),
    province: "ON",
    license: "RAF0000000",
    organization: "Test Foundation",
    supportEmail: "support@example.test",
    checkoutAccess: { requireGPSCheck: false, requireIPCheck: false },
    ticketPriceInfo: [
      { id: "three", tickets: 3, price: 5 },
      { id: "ten", tickets: 10, price: 10, highlighted: true },
      { id: "forty", tickets: 40, price: 20 },
    ],
    apiKeys: {
      bambora: {
        merchantId: demoAccount.merchantId,
        passcode: demoAccount.passcodes.payments,
        reportingPasscode: demoAccount.passcodes.reporting,
        profilePasscode: demoAccount.passcodes.profiles,
      },
    },
    ...overrides,
  };
}

export function raffleBeside(id: string, participatesInTeamStats: boolean) {
  return {
    id,
    type: "Prize raffle",
    title: id,
    participatesInTeamStats,
    ticketPackageInfo: [{ id: "two", tickets: 2, price: 7.5 }],
  };
}

function instant(offsetMs: number): string {
  return new Date(Date.now() + offsetMs).toISOString();
}
