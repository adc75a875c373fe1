import { expect, it } from "vitest";
import { allowsCash } from "@/lib/draws/rules";
import { drawSchema } from "@/lib/draws/schema";
import { drawAt } from "@/tests/support/core/test-context";
import { findUnpayablePrices } from "./rules.consistency";

const ticket = (price: number) => [{ id: "one", tickets: 1, price }];
const item = (poolId: string, price: number) => ({ poolId, packageId: "one", quantity: 1, price });

function drawOf([main, grouped, second, first, last]: number[], terminal = {}) {
  return drawSchema.parse(
    drawAt(new Date("2026-11-20T18:00:00Z"), {
      terminal,
      ticketPriceInfo: ticket(main ?? 0),
      ticketPools: [{ id: "group", title: "Group", ticketPriceInfo: ticket(grouped ?? 0) }],
      secondDraws: [{ id: "second", type: "Prize raffle", title: "Second", ticketPackageInfo: ticket(second ?? 0) }],
      bundles: [{ id: "both", title: "Both", items: [item("main", first ?? 0), item("second", last ?? 0)] }],
    }),
  );
}

it("finds every price that isn't whole five cents, a share of a bundle too: a line of it may be refunded", () => {
  const fields = findUnpayablePrices(drawOf([10.01, 4.99, 2.02, 7.52, 2.48]));
  expect(fields.map(({ field, problem }) => `${field} ${problem}`)).toEqual([
    "ticketPriceInfo.0.price not-in-coins",
    "ticketPools.0.ticketPriceInfo.0.price not-in-coins",
    "secondDraws.0.ticketPackageInfo.0.price not-in-coins",
    "bundles.0.items.0.price not-in-coins",
    "bundles.0.items.1.price not-in-coins",
  ]);
});

it("finds nothing where all are, whatever their floating point, and where no cash is taken", () => {
  expect(findUnpayablePrices(drawOf([0.05, 19.95, 1.15, 10.35, 0.1]))).toEqual([]);
  expect(findUnpayablePrices(drawOf([10.01, 4.99, 2.02, 7.52, 2.48], { allowCash: false }))).toEqual([]);
});

it("cash is taken unless the draw says otherwise, also by a draw that was stored without the field", () => {
  expect([{ allowCash: true }, { allowCash: false }, {}].map((terminal) => allowsCash({ terminal }))).toEqual([
    true,
    false,
    true,
  ]);
  expect(drawOf([1, 1, 1, 1, 1]).terminal.allowCash).toBe(true);
});
