import { describe, expect, it } from "vitest";

import { mainPoolId } from "@/lib/draws/rules";
import { toPublicDraw } from "@/lib/draws/rules.projection";
import type { Draw } from "@/lib/draws/schema";
import { drawSchema } from "@/lib/draws/schema";

import { toCheckoutDraw } from "./checkout-draw";

const at = new Date("2026-11-20T12:00:00Z");

function publicDraw(changes: Record<string, unknown> = {}) {
  const { apiKeys: _keys, ...draw } = drawSchema.parse({
    id: "d1",
    parentId: "p",
    title: { en: "Draw", fr: "Tirage" },
    urlSlug: "d1",
    province: "BC",
    startDate: "2026-11-01T00:00:00Z",
    endDate: "2026-12-01T00:00:00Z",
    ticketPriceInfo: [{ id: "a", tickets: 3, price: 10.1, label: { en: "Best", fr: "Mieux" } }],
    ...changes,
  });
  const counters = {
    poolId: mainPoolId,
    maxTickets: null,
    sold: 0,
    voided: 0,
    reserved: 0,
    jackpotBaseCents: 0,
    salesCents: 0,
    reservedCents: 0,
    maxJackpotCents: null,
    cutOffAt: null,
  };
  const saved = { draw: draw as Draw, closedAt: null, mainPool: counters, pools: new Map() };
  return toPublicDraw(saved, { pools: new Map(), teams: [] }, at);
}

describe("a draw prepared for the browser", () => {
  it("has prices in cents and one language, and says where a text is in the other", () => {
    const [group] = toCheckoutDraw(publicDraw(), "fr").groups;
    expect(group?.offers[0]).toMatchObject({ priceCents: 1010, label: { text: "Mieux" } });
    const onlyEnglish = publicDraw({ ticketPriceInfo: [{ id: "a", tickets: 3, price: 5, label: { en: "Best" } }] });
    expect(toCheckoutDraw(onlyEnglish, "fr").groups[0]?.offers[0]?.label).toEqual({ text: "Best", lang: "en" });
  });

  it("adds up a bundle from its items across several pools", () => {
    const draw = publicDraw({
      secondDraws: [
        { id: "truck", type: "Prize raffle", title: "Truck", ticketPackageInfo: [{ id: "t", tickets: 2, price: 4 }] },
      ],
      bundles: [
        {
          id: "both",
          title: "Both draws together at one price",
          items: [
            { poolId: "main", packageId: "a", quantity: 2, price: 15 },
            { poolId: "truck", packageId: "t", quantity: 1, price: 3.5 },
          ],
        },
      ],
    });
    const checkout = toCheckoutDraw(draw, "en");
    expect(checkout.groups[1]).toMatchObject({ kind: "bundles", isStacked: true });
    expect(checkout.groups[1]?.offers[0]).toMatchObject({ tickets: 8, priceCents: 1850 });
    expect(checkout.groups[1]?.offers[0]?.parts).toEqual([
      { title: { text: "Draw" }, tickets: 6 },
      { title: { text: "Truck" }, tickets: 2 },
    ]);
    // Separately they cost 2 × $10.10 and $4, together $18.50.
    expect(checkout.groups[1]?.offers[0]?.savedCents).toBe(570);
    expect(checkout.addOns).toMatchObject([{ poolId: "truck", isMandatory: false }]);
  });

  it("says what an add-on has to win and how it's drawn, as nothing else on its page does", () => {
    const prizes = { "Add On": [{ description: { en: "A canoe", fr: "Un canot" } }] };
    const packages = [{ id: "t", tickets: 2, price: 4 }];
    const second = { type: "Prize raffle", ticketPackageInfo: packages, title: "Truck" };
    const secondDraws = [
      { ...second, id: "truck", prizes, useRNG: true },
      { ...second, id: "boat", useRNG: false },
    ];
    const [truck, boat] = toCheckoutDraw(publicDraw({ secondDraws }), "fr").addOns;
    expect(truck).toMatchObject({ prizes: [{ text: "Un canot" }], usesGenerator: true });
    expect(boat).toMatchObject({ usesGenerator: false });
    expect(boat).not.toHaveProperty("prizes");
  });

  it("stacks titles longer than the draw's limit, for ticket pools and bundles separately", () => {
    const stackedBy = (length: number, options: Record<string, unknown> = {}) => {
      const title = "T".repeat(length);
      const items = [{ poolId: "main", packageId: "a", quantity: 1, price: 10 }];
      const ticketPools = [{ id: "pool", title, ticketPriceInfo: [{ id: "b", tickets: 1, price: 5 }] }];
      const changes = { ticketPools, bundles: [{ id: "all", title, items }], additionalOptions: options };
      const [, pool, bundles] = toCheckoutDraw(publicDraw(changes), "en").groups;
      return [pool?.isStacked, bundles?.isStacked];
    };
    expect([stackedBy(23), stackedBy(24)]).toEqual([
      [false, false],
      [true, true],
    ]);
    expect(stackedBy(24, { titleLengthToStackForTicketPools: 24 })).toEqual([false, true]);
    expect(stackedBy(24, { titleLengthToStackForBundles: 24 })).toEqual([true, false]);
  });

  it("has the draw's own wording for support, and whole groups unless the draw turns them off", () => {
    const usual = toCheckoutDraw(publicDraw(), "fr");
    expect(usual).toMatchObject({ canSelectWholeGroup: true, allowsPlainList: true });
    expect([usual.supportText, usual.supportedText]).toEqual([undefined, undefined]);
    const additionalOptions = {
      canSelectAllGroups: false,
      allowAccessibilityModeForTicketPackageSelection: false,
      customSupportText: { en: "Cheer", fr: "Encouragez" },
      customPostSupportSelectText: { en: "Thanks", fr: "Merci" },
    };
    expect(toCheckoutDraw(publicDraw({ additionalOptions }), "fr")).toMatchObject({
      canSelectWholeGroup: false,
      allowsPlainList: false,
      supportText: { text: "Encouragez" },
      supportedText: { text: "Merci" },
    });
  });

  it("says that a bank may count it as a cash advance only where the draw does, and nothing of an unknown statement", () => {
    const told = publicDraw({ additionalOptions: { mayBeCashAdvance: true, statementDescriptor: "ARENA 5050" } });
    expect(toCheckoutDraw(told, "fr")).toMatchObject({ mayBeCashAdvance: true, statementDescriptor: "ARENA 5050" });
    const usual = publicDraw();
    const { mayBeCashAdvance: _unknown, ...earlier } = usual.additionalOptions;
    for (const draw of [usual, { ...usual, additionalOptions: earlier as typeof usual.additionalOptions }]) {
      expect(toCheckoutDraw(draw, "fr").mayBeCashAdvance).toBe(false);
      expect(toCheckoutDraw(draw, "fr")).not.toHaveProperty("statementDescriptor");
    }
  });

  it("offers only the provinces where the buyer may both buy and live", () => {
    expect(toCheckoutDraw(publicDraw(), "en").provinces).toHaveLength(13);
    const limited = publicDraw({ enabledProvinces: ["BC", "AB"], residenceProvinces: ["BC"] });
    expect(toCheckoutDraw(limited, "en")).toMatchObject({
      provinces: ["BC"],
      places: ["BC", "AB"],
      placeRule: "residenceApart",
    });
  });

  it.each([
    [{}, 19],
    [{ province: "QC" }, 18],
    [{ minimumAge: 21 }, 21],
  ])("uses the draw's minimum age, or its province's: %j", (changes, age) => {
    expect(toCheckoutDraw(publicDraw(changes), "en").minimumAge).toBe(age);
  });
});
