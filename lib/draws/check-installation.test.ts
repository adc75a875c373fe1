import { randomBytes } from "node:crypto";

import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";

import { queryRows } from "@/lib/platform/db/database";
import { createSealer } from "@/lib/platform/server/seal";
import { openDraw } from "@/tests/support/order-core";
import type { TestContext } from "@/tests/support/test-context";
import { openTestContext } from "@/tests/support/test-context";

import { checkInstallation } from "./check-installation";

let test: TestContext;

beforeAll(async () => {
  test = await openTestContext();
});
afterEach(() => test.ctx.db.execute(sql`delete from installation`));
afterAll(() => test.close());

const otherKey = () => ({ sealer: createSealer(randomBytes(32)) });

it("detects on the second start whether the key decrypts what the first one sealed, and names both", async () => {
  await checkInstallation(test.ctx);
  await checkInstallation(test.ctx);
  const other = otherKey();
  const started = checkInstallation({ ...test.ctx, ...other });
  await expect(started).rejects.toThrow(
    new RegExp(`SECRETS_KEY does not open .* key ${test.ctx.sealer.keyId}, and this is the key ${other.sealer.keyId}`),
  );
});

it("refuses to start with a different key on a database that already holds credentials", async () => {
  await openDraw(test, "before");
  await expect(checkInstallation({ ...test.ctx, ...otherKey() })).rejects.toThrow("SECRETS_KEY");
  expect(await queryRows(test.ctx.db, sql`select mode from installation`)).toEqual([]);
  await checkInstallation(test.ctx);
  expect(await queryRows(test.ctx.db, sql`select mode from installation`)).toEqual([{ mode: "test" }]);
});

it("keeps real money away from a demo or test database, and play money away from a real one", async () => {
  await checkInstallation(test.ctx);
  await checkInstallation({ ...test.ctx, mode: "demo" });
  await expect(checkInstallation({ ...test.ctx, mode: "live" })).rejects.toThrow(
    /TIRAGE_MODE is live.*first used in test/,
  );
  await test.ctx.db.execute(sql`update installation set mode = 'live'`);
  await checkInstallation({ ...test.ctx, mode: "live" });
  await expect(checkInstallation(test.ctx)).rejects.toThrow(/TIRAGE_MODE is test.*first used in live/);
});

it("belongs to one of two processes that start at once with different keys", async () => {
  const starts = [checkInstallation(test.ctx), checkInstallation({ ...test.ctx, ...otherKey() })];
  const ended = await Promise.allSettled(starts);
  expect(ended.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(ended.find((end) => end.status === "rejected")?.reason.name).toBe("WrongSecretsKey");
});

it("accepts two processes that start at once with the same key", async () => {
  await Promise.all([1, 2, 3, 4].map(() => checkInstallation(test.ctx)));
  expect(await queryRows(test.ctx.db, sql`select mode from installation`)).toHaveLength(1);
});
