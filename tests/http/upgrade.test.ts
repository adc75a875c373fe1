import { randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Client } from "pg";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";

import { migratePostgres } from "@/lib/platform/db/migrate-postgres";
import { createBuyer, importDraw, tokenFor } from "@/tests/support/buyer";
import { drawWith } from "@/tests/support/draw";
import type { FaultStage } from "@/tests/support/fault-stage";
import { expectClean, expectOneCapture, openFaultStage } from "@/tests/support/fault-stage";
import { runMigrate } from "@/tests/support/migrate-command";
import { laterMigrations } from "@/tests/support/migration-folder";
import { dropDatabase, onPostgres, runStatements } from "@/tests/support/postgres-database";
import type { Sold } from "@/tests/support/sell-steadily";
import { sellSteadily } from "@/tests/support/sell-steadily";
import { startServer } from "@/tests/support/server";

/** How long another session, such as a report, keeps the lock that a migration needs. */
const heldMs = 4000;
const lockMs = 300;

/** Both versions of a release, as a later build has them: a column, and an index beside sales. */
const expanding = [
  `alter table "orders" add column "later" text;`,
  `-- no-transaction\ncreate index concurrently if not exists "orders_later" on "orders" ("later");`,
];

const onceMore = `alter table "orders" add column "later_still" text;`;

describe.runIf(onPostgres)("an upgrade while tickets are sold", () => {
  let stage: FaultStage;
  const draw = drawWith();

  beforeEach(async () => {
    stage = await openFaultStage();
  });

  afterEach(() => stage.close());

  /** Sells while a migration waits for another session; with a `lockMs` of 0, as long as that session stays. */
  async function sellThroughMigration(folder: string, patience: number): Promise<Sold> {
    const server = await stage.start();
    await importDraw(server, draw);
    const url = server.databaseUrl ?? "";
    const other = new Client({ connectionString: url });
    await other.connect();
    await other.query("begin");
    await other.query("lock table orders in access share mode");
    const selling = sellSteadily(server, draw.id);
    await wait(500);
    const migrating = migratePostgres(url, { folder, lockMs: patience, tries: 100 });
    await wait(heldMs);
    await other.query("commit");
    await migrating;
    await wait(500);
    const sold = await selling.stop();
    await other.end();
    return sold;
  }

  it("no sale waits longer than for a lock, nothing is lost, and this version starts on the next one's schema", async () => {
    const folder = laterMigrations(...expanding);
    const sold = await sellThroughMigration(folder, lockMs);
    expect(sold.refused).toEqual([]);
    expect(sold.slowestMs).toBeLessThan(heldMs / 2);
    expect(sold.orders.length).toBeGreaterThan(5);
    const restarted = await stage.start();
    for (const order of sold.orders) {
      expect(order).toMatchObject({ status: "finalized" });
      await expectOneCapture(stage.sandbox.url, order);
    }
    const buyer = createBuyer(restarted);
    const { order } = (await buyer.placeOrder({ instanceId: draw.id })).body;
    expect((await buyer.pay(order, await tokenFor(stage.sandbox.url))).status).toBe(200);
    await expectClean(restarted);
    const columns = "select from information_schema.columns where column_name = 'later'";
    expect(await runStatements(restarted.databaseUrl ?? "", [columns])).toHaveLength(1);
  });

  it("without a limit for its lock, sales queue behind the migration (control)", async () => {
    const sold = await sellThroughMigration(laterMigrations(onceMore), 0);
    expect(sold.slowestMs).toBeGreaterThan(heldMs / 2 + 1000);
    expect(sold.orders.length).toBeGreaterThan(0);
  });
});

describe.runIf(onPostgres)("a server outside of demo mode", () => {
  const demoOnly = ["APPLE_PAY_CERTIFICATE", "APPLE_PAY_KEY", "APPLE_PAY_GATEWAY_URL", "BAMBORA_BOARDING_URL"];
  const env = {
    TIRAGE_MODE: "test",
    CHECKOUT_HOST: "http://localhost:3000",
    SECRETS_KEY: randomBytes(32).toString("base64"),
    ADMIN_KEY: randomBytes(24).toString("base64"),
    ...Object.fromEntries(demoOnly.map((name) => [name, ""])),
  };
  const server = process.env.TEST_DATABASE_URL ?? "";
  const name = `tirage_test_server_${randomBytes(8).toString("hex")}`;
  const address = new URL(server || "postgres://none");
  address.pathname = `/${name}`;

  beforeEach(() => runStatements(server, [`create database ${name}`]));
  afterEach(() => dropDatabase(server, address.href));

  it("refuses a schema that is too old until it is migrated, and one that is too new", async () => {
    const start = () => startServer({ env: { ...env, DATABASE_URL: address.href } });
    await expect(start()).rejects.toThrow(/schema is too old for this version: .*Run `npm run migrate`/);
    expect(await runMigrate(address.href, "--check")).toMatchObject({
      code: 1,
      written: expect.stringMatching(new RegExp(`^Database: ${name} at .*\nPending`)),
    });
    expect(await runMigrate(address.href)).toMatchObject({
      code: 0,
      written: expect.stringMatching(/up to date\.\n$/),
    });
    expect(await runMigrate(address.href, "--check")).toMatchObject({ code: 0 });
    await (await start()).stop();
    await runStatements(address.href, ["insert into drizzle.schema_floor (needs) values (9999)"]);
    await expect(start()).rejects.toThrow("schema is too new for this version: it needs one that knows migration 9999");
    expect(await runMigrate(address.href)).toMatchObject({ code: 1, written: expect.stringContaining("too new") });
  });
});

describe("npm run migrate without DATABASE_URL", () => {
  const folder = mkdtempSync(join(tmpdir(), "tirage-migrate-"));
  const unset = { DATABASE_URL: "", TIRAGE_MODE: "", DATA_DIR: join(folder, "none") };
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each([[], ["--check"]])("makes no database of its own and fails (%s)", async (...words) => {
    const { code, written } = await runMigrate(unset, ...words);
    expect([code, written]).toEqual([1, expect.stringContaining("DATABASE_URL isn't set")]);
    expect(existsSync(unset.DATA_DIR)).toBe(false);
  });

  it("works on an embedded database that is there, and makes a demo's", async () => {
    const DATA_DIR = join(folder, "demo");
    const told = (await runMigrate({ ...unset, DATA_DIR, TIRAGE_MODE: "demo" })).written;
    expect(told).toMatch(new RegExp(`^Database: the embedded one in ${join(DATA_DIR, "database")}\n`));
    expect(await runMigrate({ ...unset, DATA_DIR }, "--check")).toMatchObject({ code: 0 });
  });
});
