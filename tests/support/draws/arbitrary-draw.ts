import fc from "fast-check";
import { hourMs } from "@/lib/durations";

import type { DrawInput } from "./draw";
import { drawWith } from "./draw";

const now = Date.parse("2026-11-20T12:00:00Z");

export const saleInstant = new Date(now);

/** In dollars. Their sums aren't exact as floating-point numbers. */
const price = fc.integer({ min: 1, max: 99_999 }).map((cents) => cents / 100);
/** If more had limits or dates, nearly every order would be refused. */
function oneInThree<Value>(arbitrary: fc.Arbitrary<Value>): fc.Arbitrary<Value | null> {
  return fc.oneof({ weight: 2, arbitrary: fc.constant(null) }, { weight: 1, arbitrary });
}

const limit = oneInThree(fc.integer({ min: 20, max: 3000 }));
const hours = fc.integer({ min: -48, max: 48 });

const seldom = fc.integer({ min: 0, max: 4 }).map((pick) => pick === 0);

function packages(prefix: string, minLength: number) {
  const tickets = fc.integer({ min: 1, max: 60 });
  const rows = fc.array(fc.record({ tickets, price }), { minLength, maxLength: 4 });
  return rows.map((found) => found.map((row, index) => ({ id: `${prefix}${index}`, ...row })));
}

type Packages = { id: string; tickets: number; price: number }[];

function instant(offsetHours: number): string {
  return new Date(now + offsetHours * hourMs).toISOString();
}

function secondDraw(id: string) {
  return fc
    .record({
      ticketPackageInfo: packages(`${id}-`, 1),
      maxTicketPayout: limit,
      dates: oneInThree(fc.tuple(hours, hours, hours)),
      settings: fc.record({
        enabled: seldom.map((isOff) => !isOff),
        priority: fc.integer({ min: 0, max: 9 }),
        mandatoryPurchase: seldom,
      }),
    })
    .map(({ dates, ...second }) => {
      const [startDate, cutOffDate, drawDate] = [...(dates ?? [])].sort((left, right) => left - right).map(instant);
      return {
        id,
        type: "5050 Cash" as const,
        title: id,
        ...second,
        ...(dates ? { startDate, cutOffDate, drawDate } : {}),
      };
    });
}

function createBundles(pools: [string, Packages][]) {
  const places = pools.flatMap(([poolId, rows]) => rows.map((row) => ({ poolId, packageId: row.id })));
  const item = fc
    .tuple(fc.constantFrom(...places), fc.integer({ min: 1, max: 5 }), price)
    .map(([place, quantity, share]) => ({ ...place, quantity, price: share }));
  return fc
    .array(fc.array(item, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 })
    .map((found) => found.map((items, index) => ({ id: `b${index}`, title: `Bundle ${index}`, items })));
}

export const arbitraryDraw: fc.Arbitrary<DrawInput> = fc
  .record({
    own: packages("p", 1),
    grouped: packages("g", 0),
    seconds: fc.tuple(secondDraw("s0"), secondDraw("s1"), secondDraw("s2")),
    count: fc.integer({ min: 0, max: 3 }),
    maxTicketPayout: limit,
  })
  .chain(({ own, grouped, seconds, count, maxTicketPayout }) => {
    const secondDraws = seconds.slice(0, count);
    const pools: [string, Packages][] = [
      ["main", [...own, ...grouped]],
      ...secondDraws.map((second): [string, Packages] => [second.id, second.ticketPackageInfo]),
    ];
    const ticketPools = grouped.length > 0 ? [{ id: "group", title: "Group", ticketPriceInfo: grouped }] : [];
    return createBundles(pools).map((bundles) =>
      drawWith({ id: "any", ticketPriceInfo: own, ticketPools, secondDraws, bundles, maxTicketPayout }),
    );
  });
