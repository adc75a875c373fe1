import { randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { queryRows } from "@/lib/platform/db/database";
import { createSealer, deriveKeyId } from "@/lib/platform/server/seal";
import { openDraw } from "@/tests/support/core/orders";
import type { TestContext } from "@/tests/support/core/test-context";
import { openTestContext } from "@/tests/support/core/test-context";
import { checkInstallation } from "./check-installation";
import type { KeyRing } from "./open-seals";
import { readSealingKey } from "./open-seals";

let test: TestContext;

const own = randomBytes(32);

beforeAll(async () => {
  test = await openTestContext();
  test.ctx.sealer = createSealer(own);
  test.admin.sealer = test.ctx.sealer;
});
afterEach(async () => {
  await test.ctx.db.execute(sql`delete from installation`);
  await test.ctx.db.execute(sql`delete from draw_secrets`);
});
afterAll(() => test.close());

function start(ring: KeyRing, mode: "demo" | "test" | "live" = "test") {
  const { db, random } = test.ctx;
  return checkInstallation({ db, random, mode, ring });
}

it("detects on the second start whether the key decrypts what the first one sealed, and names both", async () => {
  await start([own]);
  await start([own]);
  const other = randomBytes(32);
  const names = `SECRETS_KEY does not open .* key ${deriveKeyId(own)}, and this is the key ${deriveKeyId(other)}`;
  await expect(start([other])).rejects.toThrow(new RegExp(names));
  await expect(start([other, randomBytes(32)])).rejects.toThrow("SECRETS_KEY_PREVIOUS: ");
});

it("refuses to start with a different key on a database that already holds credentials", async () => {
  await openDraw(test, "before");
  await expect(start([randomBytes(32)])).rejects.toThrow("SECRETS_KEY");
  expect(await queryRows(test.ctx.db, sql`select mode from installation`)).toEqual([]);
  await start([own]);
  expect(await queryRows(test.ctx.db, sql`select mode from installation`)).toEqual([{ mode: "test" }]);
});

it("starts with a later key as long as the earlier one is there too, and seals with the earlier one", async () => {
  await start([own]);
  const later = randomBytes(32);
  const sealer = await start([later, own]);
  expect(sealer.keyIds).toEqual([deriveKeyId(later), deriveKeyId(own)]);
  expect(await readSealingKey({ db: test.ctx.db, sealer })).toBe(deriveKeyId(own));
  await expect(start([later])).rejects.toThrow("SECRETS_KEY does not open");
});

it("keeps every digest of a database that sold before there was a root, whatever comes later", async () => {
  const before = createSealer(own).digest("text", "label");
  await openDraw(test, "digested");
  const later = randomBytes(32);
  expect((await start([later, own])).digest("text", "label")).toEqual(before);
  await test.ctx.db.execute(sql`update installation set digest_root = null`);
  expect((await start([later, own])).digest("text", "label")).toEqual(before);
  expect((await start([own])).digest("text", "label")).toEqual(before);
});

it("gives an empty database a root that its key doesn't tell, the same for all who start at once", async () => {
  const sealers = await Promise.all([1, 2, 3, 4].map(() => start([own])));
  const digests = sealers.map(({ digest }) => Buffer.from(digest("text", "label")).toString("hex"));
  expect(new Set(digests).size).toBe(1);
  expect(digests[0]).not.toBe(Buffer.from(createSealer(own).digest("text", "label")).toString("hex"));
  expect(await queryRows(test.ctx.db, sql`select mode from installation`)).toHaveLength(1);
});

it("keeps real money away from a demo or test database, and play money away from a real one", async () => {
  await start([own]);
  await start([own], "demo");
  await expect(start([own], "live")).rejects.toThrow(/TIRAGE_MODE is live.*first used in test/);
  await test.ctx.db.execute(sql`update installation set mode = 'live'`);
  await start([own], "live");
  await expect(start([own])).rejects.toThrow(/TIRAGE_MODE is test.*first used in live/);
});

it("belongs to one of two processes that start at once with different keys", async () => {
  const ended = await Promise.allSettled([start([own]), start([randomBytes(32)])]);
  expect(ended.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(ended.find((end) => end.status === "rejected")?.reason.name).toBe("WrongSecretsKeyError");
});
