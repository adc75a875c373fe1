import type { OrderView } from "@/lib/orders/rules";
import type { Language } from "@/lib/platform/i18n/routing";

import type { DrawInput } from "./draw";
import { drawWith } from "./draw";

const createPackage = (id: string, tickets: number, price: number) => ({ id, tickets, price });

/** Has everything that a receipt prints, on fixed dates. */
export const receiptDraw: DrawInput = {
  ...drawWith({ id: "arena-draw" }),
  title: { en: "Arena 50/50", fr: "Moitié-moitié de l’aréna" },
  organization: "Fondation Aréna",
  organizationAddress: { line1: "12 Main Street", city: "Toronto", state: "ON", postal_code: "M5V 2T6" },
  supportEmail: "aide@example.test",
  drawLocation: "Scotiabank Arena",
  license: "RAF-MAIN-1",
  startDate: "2026-11-01T12:00:00Z",
  endDate: "2027-01-15T23:00:00Z",
  dates: ["2026-11-01T12:00:00Z", "2026-12-01T17:00:00Z", "2027-01-14T23:00:00Z", "2027-01-15T23:00:00Z"],
  ticketPriceInfo: [createPackage("forty", 40, 500)],
  secondDraws: [
    {
      id: "lights",
      type: "5050 Cash",
      title: { en: "Lights 50/50", fr: "Moitié-moitié des lumières" },
      drawDate: "2026-12-24T23:00:00Z",
      license: "RAF-LIGHTS-2",
      ticketPackageInfo: [createPackage("one", 1, 10)],
    },
    {
      id: "other",
      type: "Prize raffle",
      title: "Not bought",
      drawDate: "2026-12-30T23:00:00Z",
      license: "RAF-OTHER-3",
      ticketPackageInfo: [createPackage("one", 1, 10)],
    },
  ],
  bundles: [
    {
      id: "duo",
      title: { en: "Duo", fr: "Duo" },
      items: [
        { poolId: "main", packageId: "forty", quantity: 1, price: 112.75 },
        { poolId: "lights", packageId: "one", quantity: 1, price: 10 },
      ],
    },
  ],
};

/** A paid order of a package and two bundles. */
export function receiptOrder(locale: Language): OrderView {
  const bundled = { bundleId: "duo", quantity: 2 };
  return {
    orderId: "0123456789ABCDEFGHJKMNPQRS",
    orderCode: "A-3NN7K2QX",
    instanceId: "arena-draw",
    status: "finalized",
    amount: 1245.5,
    currency: "CAD",
    locale,
    placedAt: "2026-11-21T19:58:00Z",
    expiresAt: "2026-11-21T20:13:00Z",
    finalizedAt: "2026-11-21T20:00:00Z",
    extensionsLeft: 10,
    attemptsLeft: 9,
    isErased: false,
    lines: [
      { poolId: "main", packageId: "forty", quantity: 1, tickets: 40, amount: 1000 },
      { ...bundled, poolId: "main", packageId: "forty", tickets: 40, amount: 225.5 },
      { ...bundled, poolId: "lights", packageId: "one", tickets: 1, amount: 20 },
    ],
    numbers: [
      { poolId: "main", first: 1, last: 40, void: false },
      { poolId: "main", first: 41, last: 80, void: false },
      { poolId: "lights", first: 1_234_567, last: 1_234_567, void: false },
    ],
    refunds: [],
    lastPayment: null,
    buyer: { name: "Zoë O’Neil", maskedEmail: "z•••@example.test" },
    teamId: null,
    soldBy: null,
    method: "card",
    card: { type: "VI", lastFour: "1234" },
    validationNumber: "7K3MX-9QXT4-AB2CD-EF3GH",
    isTest: false,
  };
}
