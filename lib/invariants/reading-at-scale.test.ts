import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { queryRows } from "@/lib/platform/db/database";
import { reportDraw } from "@/lib/reports/report-draw";
import { readReportSnapshot } from "@/lib/reports/store";
import { openDraw } from "@/tests/support/core/orders";
import { takeParts } from "@/tests/support/core/report";
import { registerDevice } from "@/tests/support/core/terminal";
import type { TestContext } from "@/tests/support/core/test-context";
import { openTestContext } from "@/tests/support/core/test-context";
import { rowsRead } from "@/tests/support/databases/count-reads";
import { fillDraw } from "@/tests/support/draws/large-draw";
import { readInvariants } from "./store.invariants";
import { readPoolSnapshot } from "./store.pools";

const [few, many] = [1000, 8000];

let test: TestContext;

beforeAll(async () => {
  test = await openTestContext();
  const until = test.clock.now();
  const from = new Date(until.getTime() - 45 * 60_000);
  for (const orders of [few, many]) {
    const drawId = await openDraw(test, `orders-${orders}`);
    await fillDraw(test, { drawId, orders, from, until });
  }
});

afterAll(() => test.close());

describe("a report with eight times as many orders", () => {
  it("reads eight times as many rows", async () => {
    const read = (orders: number) =>
      rowsRead(test.ctx.db, async (tx) => {
        const reported = await reportDraw({ ...test.admin, db: tx }, `orders-${orders}`);
        if (!reported.ok) throw new Error(reported.reason);
        const { end } = await takeParts(reported.records);
        expect(end).toMatchObject({ addsUp: true, grand: { orders, soldTickets: 5 * orders } });
      });
    const [less, more] = [await read(few), await read(many)];
    expect(less).toBeGreaterThan(few);
    expect(more).toBeLessThan(less * (many / few) * 1.1);
  });

  it("keeps its snapshot open no longer: what it reads there doesn't grow with the draw", async () => {
    const read = (orders: number) => rowsRead(test.ctx.db, (tx) => readReportSnapshot(tx, `orders-${orders}`));
    expect(await read(many)).toBeLessThan((await read(few)) + 10);
  });
});

describe("the invariants with eight times as many orders", () => {
  it("read eight times as many rows", async () => {
    const read = (orders: number) =>
      rowsRead(test.ctx.db, async (tx) => {
        const look = { drawId: `orders-${orders}`, at: test.clock.now(), slice: 250 };
        const { violations, pools } = await readInvariants(tx, look);
        expect(violations).toEqual([]);
        expect(pools).toMatchObject([{ ranges: orders, numbers: 5 * orders, soldCents: 2000 * orders }]);
      });
    const [less, more] = [await read(few), await read(many)];
    expect(less).toBeGreaterThan(few);
    expect(more).toBeLessThan(less * (many / few) * 1.1);
  });

  it("read no entries of orders when looking for what belongs to no draw", async () => {
    await registerDevice(test, { deviceId: "tablet" });
    const read = (drawId: string | null) =>
      rowsRead(test.ctx.db, (tx) => readInvariants(tx, { drawId, at: test.clock.now() }));
    const ofDraws = (await read(`orders-${few}`)) + (await read(`orders-${many}`));
    expect((await read(null)) - ofDraws).toBeLessThan(few);
    await queryRows(test.ctx.db, sql`delete from audit_entries where draw_id = 'parent:test-parent'`);
    const { violations } = await readInvariants(test.ctx.db, { drawId: null, at: test.clock.now() });
    expect(violations).toMatchObject([{ check: "audit-missing", drawId: "parent:test-parent", subject: "tablet" }]);
  });

  it("keep their snapshot open no longer", async () => {
    const read = (orders: number) => rowsRead(test.ctx.db, (tx) => readPoolSnapshot(tx, `orders-${orders}`));
    expect(await read(many)).toBeLessThan((await read(few)) + 10);
  });
});
