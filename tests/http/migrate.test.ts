import { randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";

import { editData } from "@/tests/support/databases/edit-data";
import {
  createEmptyDatabase,
  dropDatabase,
  onPostgres,
  runStatements,
} from "@/tests/support/databases/postgres-database";
import { runNpm } from "@/tests/support/servers/commands";
import { startServer } from "@/tests/support/servers/server";

/** Versions before the console accepted this draw, whose id is now one of our URLs. */
const drawWithReservedId = `insert into draws
  (draw_id, parent_id, definition, revision, approval_state, opens_at, closes_at, created_at, updated_at)
  values ('console', 'a-parent', '{}', 1, 'approved', now(), now(), now(), now())`;

const lostPage = "The draw console has no page in this version: /console is an address of the product.\n";

const migrate = (env: Record<string, string>, ...words: string[]) => runNpm("migrate", words, env);

describe.runIf(onPostgres)("a server outside of demo mode", () => {
  const demoOnly = ["APPLE_PAY_CERTIFICATE", "APPLE_PAY_KEY", "APPLE_PAY_GATEWAY_URL", "BAMBORA_BOARDING_URL"];
  const settings = {
    TIRAGE_MODE: "test",
    CHECKOUT_HOST: "http://localhost:3000",
    SECRETS_KEY: randomBytes(32).toString("base64"),
    ADMIN_KEY: randomBytes(24).toString("base64"),
    ...Object.fromEntries(demoOnly.map((name) => [name, ""])),
  };
  const postgres = process.env.TEST_DATABASE_URL ?? "";
  let DATABASE_URL: string;

  beforeEach(async () => {
    DATABASE_URL = await createEmptyDatabase(postgres, "server");
  });
  afterEach(() => dropDatabase(postgres, DATABASE_URL));

  it("refuses a schema that is too old until it is migrated, and one that is too new", async () => {
    const start = () => startServer({ env: { ...settings, DATABASE_URL } });
    const name = new URL(DATABASE_URL).pathname.slice(1);
    await expect(start()).rejects.toThrow(/schema is too old for this version: .*Run `npm run migrate`/);
    const pending = new RegExp(`^Database: ${name} at .*\nPending`);
    expect(await migrate({ DATABASE_URL }, "--check")).toMatchObject({
      code: 1,
      written: expect.stringMatching(pending),
    });
    const done = await migrate({ DATABASE_URL });
    expect(done).toMatchObject({ code: 0, written: expect.stringMatching(/up to date\.\n$/) });
    const upToDate = await migrate({ DATABASE_URL }, "--check");
    expect(upToDate).toMatchObject({ code: 0, written: expect.not.stringContaining("has no page") });
    await (await start()).stop();
    await runStatements(DATABASE_URL, [drawWithReservedId]);
    const named = await migrate({ DATABASE_URL }, "--check");
    expect(named).toMatchObject({ code: 0, written: expect.stringContaining(lostPage) });
    await runStatements(DATABASE_URL, ["insert into drizzle.schema_floor (needs) values (9999)"]);
    await expect(start()).rejects.toThrow("schema is too new for this version: it needs one that knows migration 9999");
    expect(await migrate({ DATABASE_URL })).toMatchObject({ code: 1, written: expect.stringContaining("too new") });
  });
});

describe("npm run migrate without DATABASE_URL", () => {
  const folder = mkdtempSync(join(tmpdir(), "tirage-migrate-"));
  const unset = { DATABASE_URL: "", TIRAGE_MODE: "", DATA_DIR: join(folder, "none") };
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each([[], ["--check"]])("makes no database of its own and fails (%s)", async (...words) => {
    const { code, written } = await migrate(unset, ...words);
    expect([code, written]).toEqual([1, expect.stringContaining("DATABASE_URL isn't set")]);
    expect(existsSync(unset.DATA_DIR)).toBe(false);
  });

  it("works on an embedded database that is there, makes a demo's, and names a draw whose address is ours by now", async () => {
    const DATA_DIR = join(folder, "demo");
    const { written } = await migrate({ ...unset, DATA_DIR, TIRAGE_MODE: "demo" });
    expect(written).toMatch(new RegExp(`^Database: the embedded one in ${join(DATA_DIR, "database")}\n`));
    const check = () => migrate({ ...unset, DATA_DIR }, "--check");
    expect(await check()).toMatchObject({ code: 0, written: expect.not.stringContaining("has no page") });
    await editData(DATA_DIR, [drawWithReservedId]);
    expect(await check()).toMatchObject({ code: 0, written: expect.stringContaining(lostPage) });
  });
});
