import type { CheckoutDraw } from "@/components/order-form/checkout-draw";
import type { LiveState } from "@/lib/draws/rules.projection";

export function demoCheckoutDraw(): CheckoutDraw {
  const packages = [
    { id: "p10", tickets: 10, priceCents: 1000 },
    { id: "p40", tickets: 40, priceCents: 2000, isHighlighted: true, label: { text: "Most popular" } },
  ];
  const bundle = { id: "family", tickets: 50, priceCents: 2500, label: { text: "Family" } };
  return {
    id: "demo",
    organization: "Test Foundation",
    isTestDraw: true,
    mayBeCashAdvance: false,
    groups: [
      { id: "main", kind: "packages", isStacked: false, offers: packages },
      { id: "bundles", kind: "bundles", isStacked: false, offers: [bundle] },
    ],
    catalogue: {
      pools: [
        {
          poolId: "main",
          packages: [
            { packageId: "p10", tickets: 10, priceCents: 1000 },
            { packageId: "p40", tickets: 40, priceCents: 2000 },
          ],
          maxTicketPayout: 4000,
          isMandatory: false,
          startsAt: null,
          endsAt: null,
        },
        {
          poolId: "truck",
          packages: [{ packageId: "t1", tickets: 1, priceCents: 750 }],
          maxTicketPayout: 20,
          isMandatory: false,
          startsAt: null,
          endsAt: null,
        },
      ],
      bundles: [
        {
          bundleId: "family",
          items: [
            { poolId: "main", packageId: "p40", quantity: 1, shareCents: 1900 },
            { poolId: "truck", packageId: "t1", quantity: 10, shareCents: 600 },
          ],
        },
      ],
    },
    addOns: [
      {
        poolId: "truck",
        title: { text: "Truck" },
        isMandatory: false,
        usesGenerator: true,
        offers: [{ id: "t1", tickets: 1, priceCents: 750 }],
      },
    ],
    teams: [],
    canSelectWholeGroup: true,
    allowsPlainList: true,
    provinces: ["ON", "QC"],
    province: "ON",
    places: ["ON"],
    placeRule: "location",
    minimumAge: 18,
    needsPosition: { online: false, atTerminal: false },
  };
}

/** Open and unlimited. */
export function demoLive(changes: Partial<LiveState> = {}): LiveState {
  return {
    prize: 100,
    pot: 200,
    sold: 4,
    left: null,
    pools: [],
    recent: [],
    teams: [],
    serverTime: "2026-11-20T12:00:00Z",
    salesOpen: true,
    ...changes,
  };
}
