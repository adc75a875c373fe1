import { expect, it } from "vitest";

import type { Catalogue, CataloguePool } from "./rules.catalogue";
import { findLowestPriceCents } from "./rules.catalogue";

const now = new Date("2026-11-20T15:00:00Z");

function poolOf(poolId: string, prices: number[], changes: Partial<CataloguePool> = {}): CataloguePool {
  const packages = prices.map((priceCents, index) => ({ packageId: `${index}`, tickets: 1, priceCents }));
  return { poolId, packages, maxTicketPayout: null, isMandatory: false, startsAt: null, endsAt: null, ...changes };
}

const lowest = (pools: CataloguePool[], bundles: Catalogue["bundles"] = []) =>
  findLowestPriceCents({ pools, bundles }, now);

it("is that of the cheapest package, and of nothing where nothing is sold", () => {
  expect(lowest([poolOf("main", [2000, 500, 1000]), poolOf("other", [100])])).toBe(500);
  expect(lowest([poolOf("main", [])])).toBeNull();
});

it("has what is required with every order in it, as long as that is sold", () => {
  const required = { isMandatory: true };
  expect(lowest([poolOf("main", [2000]), poolOf("added", [700, 500], required)])).toBe(2500);
  expect(lowest([poolOf("main", [2000]), poolOf("added", [500], { ...required, endsAt: now.toISOString() })])).toBe(
    2000,
  );
});

it("is that of a bundle, which may have what is required, where that is less", () => {
  const item = (poolId: string, shareCents: number) => ({ poolId, packageId: "0", quantity: 1, shareCents });
  const bundle = { bundleId: "both", items: [item("main", 1000), item("added", 400)] };
  expect(lowest([poolOf("main", [1200]), poolOf("added", [500], { isMandatory: true })], [bundle])).toBe(1400);
});
