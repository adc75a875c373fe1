import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findInconsistencies, findUnpayablePrices } from "@/lib/draws/import/rules.consistency";
import { mainPoolId } from "@/lib/draws/rules";
import { toPublicDraw } from "@/lib/draws/rules.projection";
import type { Draw } from "@/lib/draws/schema";
import { drawSchema } from "@/lib/draws/schema";
import { priceBasket } from "@/lib/orders/reserve/rules";
import type { Availability } from "@/lib/orders/rules.lines";
import { findPoolsOverCapacity, sumCents } from "@/lib/orders/rules.lines";
import { placeOrderSchema } from "@/lib/orders/schema";
import { arbitraryDraw, saleInstant } from "@/tests/support/draws/arbitrary-draw";
import type { DrawInput } from "@/tests/support/draws/draw";
import { getTotalCents, listLines } from "./basket";
import type { CheckoutDraw } from "./checkout-draw";
import { toCheckoutDraw } from "./checkout-draw";
import type { CheckoutForm } from "./checkout-form";
import { createEmptyForm, getOfferKey } from "./checkout-form";
import { checkForm } from "./form-problems";
import { toOrderRequest } from "./order-request";
import { getOrderSum } from "./order-sum";
import { sumOtherDraws } from "./use-basket-text";

const availability: Availability = { now: saleInstant, capacities: new Map() };
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

/** As the server has it, and as the browser receives it. */
function bothSides(input: DrawInput): { draw: Draw; checkout: CheckoutDraw } {
  const { apiKeys: _keys, ...parsed } = drawSchema.parse(input);
  const draw = parsed as Draw;
  expect(findInconsistencies(draw)).toEqual([]);
  const shown = toPublicDraw(
    { draw, closedAt: null, mainPool: counters, pools: new Map() },
    { pools: new Map(), teams: [] },
    saleInstant,
  );
  return { draw, checkout: JSON.parse(JSON.stringify(toCheckoutDraw(shown, "en"))) as CheckoutDraw };
}

type Picks = { choice: number; quantity: number; addOns: { offer: number; quantity: number }[] };

const quantity = fc.integer({ min: 1, max: 25 });
const picks: fc.Arbitrary<Picks> = fc.record({
  choice: fc.nat(100),
  quantity,
  addOns: fc.array(fc.record({ offer: fc.integer({ min: -1, max: 8 }), quantity }), {
    minLength: 3,
    maxLength: 3,
  }),
});

const limits = fc.record({
  tickets: fc.option(fc.nat(200)),
  cents: fc.option(fc.nat(400_000)),
});

/** Capacities of some pools. The others have enough. */
const arbitraryCapacities = fc
  .tuple(...["main", "s0", "s1", "s2"].map((poolId) => fc.tuple(fc.constant(poolId), limits)))
  .chain((all) => fc.subarray(all));

/** Any offer of the page, and any package of any second draw or none. */
function fill(draw: CheckoutDraw, { choice, quantity, addOns }: Picks): CheckoutForm {
  const offers = draw.groups.flatMap(({ kind, offers: found }) => found.map(({ id }) => getOfferKey(kind, id)));
  const chosen = draw.addOns.map(({ poolId, offers: found }, index) => {
    const pick = addOns[index];
    const id = pick && pick.offer >= 0 ? (found[pick.offer % found.length]?.id ?? "") : "";
    return { poolId, id, quantity: pick?.quantity ?? 1 };
  });
  return {
    ...createEmptyForm(draw),
    choice: offers[choice % offers.length] ?? "",
    quantity,
    addOns: Object.fromEntries(chosen.map(({ poolId, id }) => [poolId, id])),
    addOnQuantities: Object.fromEntries(chosen.map(({ poolId, quantity: count }) => [poolId, count])),
    name: "Marie Tremblay",
    email: "marie@example.com",
    age: true,
    location: true,
    rules: true,
  };
}

function sent(checkout: CheckoutDraw, form: CheckoutForm, at = availability) {
  return placeOrderSchema.parse(JSON.parse(JSON.stringify(toOrderRequest(checkout, form, "en", at))));
}

/** The expected sum, from the draw's own dollars without the tested code. */
function plainCents(draw: Draw, { lines, bundles }: ReturnType<typeof sent>): number {
  const prices = [
    ...[...draw.ticketPriceInfo, ...draw.ticketPools.flatMap((group) => group.ticketPriceInfo)].map(
      ({ id, price }) => [`main ${id}`, price] as const,
    ),
    ...draw.secondDraws.flatMap((second) =>
      second.ticketPackageInfo.map(({ id, price }) => [`${second.id} ${id}`, price] as const),
    ),
  ];
  const cents = new Map(prices.map(([key, price]) => [key, Number((price * 100).toFixed(0))]));
  let sum = 0;
  for (const { poolId, packageId, quantity } of lines)
    sum += (cents.get(`${poolId} ${packageId}`) ?? Number.NaN) * quantity;
  for (const { bundleId, quantity } of bundles) {
    for (const item of draw.bundles.find(({ id }) => id === bundleId)?.items ?? []) {
      sum += Number((item.price * 100).toFixed(0)) * quantity;
    }
  }
  return sum;
}

/** The same sum in floating-point dollars, which rounds wrong. */
function carelessCents(draw: Draw, { bundles }: ReturnType<typeof sent>): number {
  const items = bundles.flatMap(({ bundleId, quantity }) =>
    (draw.bundles.find(({ id }) => id === bundleId)?.items ?? []).map((item) => item.price * quantity),
  );
  return items.reduce((sum, dollars) => sum + dollars, 0) * 100;
}

const runs = { seed: 20_261_120, numRuns: 300 };

describe("the total", () => {
  it("is the same on the button, on the server, summed over its lines, and computed by hand", () => {
    const seen = { refused: 0, priced: 0, bundles: 0, addOns: 0 };
    const property = fc.property(arbitraryDraw, picks, (input, picked) => {
      const { draw, checkout } = bothSides(input);
      const form = fill(checkout, picked);
      const request = sent(checkout, form);
      const priced = priceBasket(draw, request, saleInstant);
      const isRight = Object.keys(checkForm(checkout, form, availability)).length === 0;
      expect(priced.ok).toBe(isRight);
      if (!priced.ok) {
        seen.refused += 1;
        return;
      }
      const amounts = priced.lines.map((line) => line.amountCents);
      expect(amounts.every((cents) => Number.isInteger(cents) && cents > 0)).toBe(true);
      expect(priced.amountCents).toBe(amounts.reduce((sum, cents) => sum + cents, 0));
      expect(getTotalCents(checkout, form, availability)).toBe(priced.amountCents);
      expect(plainCents(draw, request)).toBe(priced.amountCents);
      seen.priced += 1;
      seen.bundles += request.bundles.length;
      seen.addOns += request.lines.filter(({ poolId }) => poolId !== mainPoolId).length;
    });
    fc.assert(property, runs);
    // Without such cases, the property would hold trivially.
    expect(Math.min(seen.refused, seen.priced, seen.bundles, seen.addOns)).toBeGreaterThan(20);
  });

  it("on the bar and on Apple's sheet is what the server charges, whatever is left and whatever is required", () => {
    const seen = { priced: 0, required: 0, refused: 0 };
    const property = fc.property(
      arbitraryDraw,
      picks,
      arbitraryCapacities,
      fc.boolean(),
      (input, picked, left, isUntouched) => {
        const { draw, checkout } = bothSides(input);
        const at = { now: saleInstant, capacities: new Map(left) };
        const form = fill(checkout, isUntouched ? { ...picked, addOns: [] } : picked);
        const request = sent(checkout, form, at);
        const priced = priceBasket(draw, request, saleInstant, at.capacities);
        const isTaken = priced.ok && findPoolsOverCapacity(priced.lines, at).length === 0;
        expect(Object.keys(checkForm(checkout, form, at)).length === 0).toBe(isTaken);
        if (!priced.ok) {
          // A form of the page never lacks a required field.
          expect(priced.fields?.filter(({ problem }) => problem === "required") ?? []).toEqual([]);
          seen.refused += 1;
          return;
        }
        const shown = getOrderSum(checkout, form, at, null);
        expect(shown.cents).toBe(priced.amountCents);
        expect(getTotalCents(checkout, form, at)).toBe(priced.amountCents);
        expect(shown.draws.reduce((cents, own) => cents + own.cents, 0)).toBe(priced.amountCents);
        const own = priced.lines.filter(({ poolId }) => poolId === mainPoolId);
        const counted = own.length > 0 ? own : priced.lines;
        expect(shown.tickets).toBe(counted.reduce((count, line) => count + line.tickets, 0));
        const others = new Set(priced.lines.filter((line) => !counted.includes(line)).map(({ poolId }) => poolId));
        expect(sumOtherDraws(shown).count).toBe(others.size);
        seen.priced += 1;
        seen.required += request.lines.filter(({ poolId }) => poolId !== mainPoolId && !form.addOns[poolId]).length;
      },
    );
    fc.assert(property, { ...runs, numRuns: 600 });
    expect(Math.min(seen.refused, seen.priced, seen.required)).toBeGreaterThan(20);
  });

  it("would differ without the required items, and the property above detects it", () => {
    const property = fc.property(arbitraryDraw, picks, (input, picked) => {
      const { draw, checkout } = bothSides(input);
      const pools = checkout.catalogue.pools.map((pool) => ({ ...pool, isMandatory: false }));
      const careless = { ...checkout, catalogue: { ...checkout.catalogue, pools } };
      const form = fill(careless, { ...picked, addOns: [] });
      const priced = priceBasket(draw, sent(checkout, form), saleInstant);
      if (priced.ok) expect(getOrderSum(careless, form, availability, null).cents).toBe(priced.amountCents);
    });
    expect(fc.check(property, runs).failed).toBe(true);
  });

  it("of a bundle is the sum of its shares, both shown and charged", () => {
    let sold = 0;
    const property = fc.property(arbitraryDraw, fc.integer({ min: 1, max: 99 }), (input, quantity) => {
      const { draw, checkout } = bothSides(input);
      for (const bundle of draw.bundles) {
        const shares = bundle.items.reduce((sum, item) => sum + Number((item.price * 100).toFixed(0)), 0);
        const shown = checkout.groups.find(({ kind }) => kind === "bundles")?.offers.find(({ id }) => id === bundle.id);
        const isHidden = bundle.items.some(({ poolId }) =>
          draw.secondDraws.some(({ id, settings }) => id === poolId && !settings.enabled),
        );
        expect(shown?.priceCents).toBe(isHidden ? undefined : shares);
        const form = {
          ...fill(checkout, { choice: 0, quantity, addOns: [] }),
          choice: getOfferKey("bundles", bundle.id),
        };
        const own = listLines(checkout, form, availability).filter(({ bundleId }) => bundleId !== null);
        const cents = sumCents(own);
        // A bundle with a draw that isn't on sale isn't sold at all.
        expect([0, shares * quantity]).toContain(cents);
        if (cents > 0) sold += 1;
      }
    });
    fc.assert(property, runs);
    expect(sold).toBeGreaterThan(20);
  });

  it("of any basket, and each of its lines, is whole five cents where an import finds no price that cash can't pay", () => {
    const found = { payable: 0, not: 0 };
    const property = fc.property(arbitraryDraw, picks, fc.boolean(), (input, picked, isRounded) => {
      const round = (key: string, value: number) => (key === "price" ? Math.ceil(value * 20) / 20 : value);
      const { draw, checkout } = bothSides(isRounded ? JSON.parse(JSON.stringify(input), round) : input);
      const isPayable = findUnpayablePrices(draw).length === 0;
      if (isRounded) expect(isPayable).toBe(true);
      const priced = priceBasket(draw, sent(checkout, fill(checkout, picked)), saleInstant);
      if (!priced.ok) return;
      const isWhole = priced.lines.every(({ amountCents }) => amountCents % 5 === 0);
      if (isPayable) expect([isWhole, priced.amountCents % 5]).toEqual([true, 0]);
      found[isPayable ? "payable" : "not"] += isPayable || priced.amountCents % 5 > 0 ? 1 : 0;
    });
    fc.assert(property, runs);
    expect(Math.min(found.payable, found.not)).toBeGreaterThan(20);
  });

  it("would be wrong in floating-point dollars, and these properties detect it", () => {
    const property = fc.property(arbitraryDraw, picks, (input, picked) => {
      const { draw, checkout } = bothSides(input);
      const form = fill(checkout, { ...picked, addOns: [] });
      const request = sent(checkout, form);
      if (request.bundles.length === 0) return;
      expect(carelessCents(draw, request)).toBe(plainCents(draw, { ...request, lines: [] }));
    });
    expect(fc.check(property, runs).failed).toBe(true);
  });
});
