import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { afterEach, beforeEach, describe, expect, it } from "vitest";

import type { InvariantReport } from "@/lib/invariants/rules.invariants";
import type { OrderView } from "@/lib/orders/rules";
import { saleToleranceMs } from "@/lib/reconciliation/rules.lost";
import { adminCall, createBuyer, importDraw, tokenFor } from "@/tests/support/calls/buyer";
import type { OwnCluster } from "@/tests/support/databases/own-cluster";
import { findBackupObstacle, openOwnCluster } from "@/tests/support/databases/own-cluster";
import { onPostgres, runStatements } from "@/tests/support/databases/postgres-database";
import { drawWith } from "@/tests/support/draws/draw";
import { allTransactions } from "@/tests/support/sandbox/sandbox-control";
import { runAdmin, runNpm } from "@/tests/support/servers/commands";
import type { FaultStage } from "@/tests/support/servers/fault-stage";
import { expectClean, openFaultStage, orderFrom } from "@/tests/support/servers/fault-stage";
import type { Server } from "@/tests/support/servers/server";

const reason = onPostgres ? findBackupObstacle() : "The embedded database has no backups.";

/** Sales within this time after the restored instant are lost. */
const lostMs = Number(process.env.RESTORE_MINUTES ?? 0) * 60_000;
const minutes = 15 * 60_000;
const slow = { timeout: minutes + 3 * lostMs };

describe.skipIf(reason !== null)("a cluster that is destroyed and restored from its backup", () => {
  let stage: FaultStage;
  let cluster: OwnCluster;
  const draw = drawWith();

  beforeEach(async () => {
    stage = await openFaultStage();
    cluster = await openOwnCluster();
  }, minutes);

  afterEach(async () => {
    await stage.close();
    await cluster.close();
  }, minutes);

  const start = () => stage.start({ DATABASE_URL: cluster.url });

  function runRestored(to: Date, ...words: string[]) {
    const { sandbox, dataDir } = stage;
    return runNpm("restored", ["--to", to.toISOString(), ...words], {
      TIRAGE_MODE: "demo",
      DATABASE_URL: cluster.url,
      DATA_DIR: dataDir,
      BAMBORA_API_URL: `http://127.0.0.1:${sandbox.port}`,
      APPLE_PAY_CERTIFICATE: sandbox.apple.identity.certificate,
      APPLE_PAY_KEY: sandbox.apple.identity.key,
      TIRAGE_ADMIN: "Zoé",
    });
  }

  async function sell(server: Server, drawId = draw.id): Promise<OrderView> {
    const { buyer, order } = await orderFrom(server, drawId);
    const paid = await buyer.pay(order, await tokenFor(stage.sandbox.url));
    expect(paid.status).toBe(200);
    return paid.body.order;
  }

  async function sellSeveral(server: Server, orders: number): Promise<OrderView[]> {
    const sold: OrderView[] = [];
    for (let count = 0; count < orders; count += 1) sold.push(await sell(server));
    return sold;
  }

  async function sellUntilLost(server: Server): Promise<OrderView[]> {
    const sold = await sellSeveral(server, 3);
    for (const endsAt = performance.now() + lostMs; performance.now() < endsAt; await wait(2000)) {
      sold.push(await sell(server));
    }
    return sold;
  }

  async function databaseNow(): Promise<Date> {
    const [row] = await runStatements(cluster.url, ["select clock_timestamp() as at"]);
    return row?.at as Date;
  }

  function numbersOf(orders: readonly OrderView[]): number[] {
    return orders.flatMap(({ numbers }) =>
      numbers.flatMap(({ first, last }) => Array.from({ length: last - first + 1 }, (_none, at) => first + at)),
    );
  }

  function repeated(numbers: readonly number[]): number[] {
    return numbers.filter((number, at) => numbers.indexOf(number) !== at);
  }

  async function findings(server: Server): Promise<[string, string][]> {
    const { body } = await adminCall<InvariantReport>(server, "GET", "/api/admin/invariants");
    return body.violations.map(({ check, subject }) => [check, subject]);
  }

  /**
   * Makes sales that the backup contains, and sales after `at` that it lacks. One of the first is refunded after `at`.
   */
  async function sellAroundBackup() {
    const server = await start();
    await importDraw(server, draw);
    const backedUp = await sellSeveral(server, 2);
    cluster.backUp();
    backedUp.push(await sell(server));
    // A backup is identified by the second in which it ends.
    await wait(2000);
    const at = await databaseNow();
    // Times are in ms, and `at` must precede the next sale.
    await wait(100);
    const lost = await sellUntilLost(server);
    const [refunded] = backedUp as [OrderView];
    const refund = await runAdmin("order", server, ["refund", refunded.orderId]);
    expect([refund.code, refund.stdout]).toEqual([0, expect.stringContaining("Refunded.")]);
    await server.kill();
    cluster.archive();
    await cluster.destroy();
    return { known: backedUp, lost, refunded, at };
  }

  it(
    "to an instant before its last sales: every capture is found, no number is issued twice, and each finding's step ends it",
    slow,
    async () => {
      const { known, lost, refunded, at } = await sellAroundBackup();

      // As a negative control, sales without `npm run restored` issue the lost numbers again.
      await cluster.restore(at);
      const hasty = await start();
      // Any closer to the instant, clock differences could make it an earlier sale.
      await wait(saleToleranceMs + 1000);
      const again = await sell(hasty);
      expect(repeated([...numbersOf([...known, ...lost]), ...numbersOf([again])])).toHaveLength(3);
      const late = await runRestored(at);
      expect([late.code, late.written]).toEqual([
        1,
        expect.stringContaining("Numbers were issued after this instant."),
      ]);
      await hasty.kill();
      await cluster.destroy();

      await cluster.restore(at);
      const step = await runRestored(at);
      expect([step.code, step.written]).toEqual([
        0,
        expect.stringContaining("Nobody will be given these numbers again."),
      ]);
      const server = await start();
      const sold = await sellSeveral(server, 2);
      const numbers = numbersOf([...known, ...lost]);
      expect(repeated([...numbers, ...numbersOf(sold)])).toEqual([]);

      const astray = [...lost, again].map(({ orderId }) => orderId).sort();
      const found = await findings(server);
      const subjectsOf = (check: string) => found.filter(([name]) => name === check).map(([, subject]) => subject);
      expect(subjectsOf("capture-unknown").sort()).toEqual(astray);
      expect(subjectsOf("void-without-refund")).toEqual([refunded.orderId]);

      const returned = await Promise.all([1, 2].map(() => runAdmin("order", server, ["return", ...astray])));
      expect(returned.map(({ code }) => code)).toEqual([0, 0]);
      expect((await runAdmin("order", server, ["refund", refunded.orderId])).code).toBe(0);
      await expectClean(server);
      const payments = (await allTransactions(stage.sandbox.url)).filter(
        ({ type, approved }) => type === "P" && approved,
      );
      const backAt = payments.filter(
        ({ voided, returnedCents, amountCents }) => voided || returnedCents === amountCents,
      );
      expect(backAt.map(({ orderNumber }) => orderNumber).sort()).toEqual([...astray, refunded.orderId].sort());
    },
  );

  it("to before a draw was imported: given its file, none of its numbers is issued twice", slow, async () => {
    const young = drawWith();
    const server = await start();
    await importDraw(server, draw);
    cluster.backUp();
    await wait(2000);
    const at = await databaseNow();
    await wait(100);
    await importDraw(server, young);
    const lost = [await sell(server, young.id), await sell(server, young.id)];
    await server.kill();
    await cluster.archive();
    await cluster.destroy();
    await cluster.restore(at);
    const file = join(stage.dataDir, "young.jsonc");
    await writeFile(file, JSON.stringify(young));
    const step = await runRestored(at, "--import", file);
    expect([step.code, step.written]).toEqual([
      0,
      expect.stringContaining(`Draw ${young.id}, pool main: numbers 1 to`),
    ]);
    const again = await start();
    expect(repeated(numbersOf([...lost, await sell(again, young.id)]))).toEqual([]);
  });

  it("to the end of its archive: nothing that was acknowledged is lost", slow, async () => {
    const { known, lost } = await sellAroundBackup();
    await cluster.restore();
    const step = await runRestored(new Date());
    expect([step.code, step.written]).toEqual([0, expect.stringContaining("No numbers had to be made void.")]);
    const server = await start();
    const views = await Promise.all([...known, ...lost].map((order) => createBuyer(server).readOrder(order)));
    expect(views.map(({ body }) => numbersOf([body.order]))).toEqual(
      [...known, ...lost].map((order) => numbersOf([order])),
    );
    const next = await sell(server);
    expect(repeated(numbersOf([...known, ...lost, next]))).toEqual([]);
    await expectClean(server);
  });
});
