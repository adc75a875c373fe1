import { randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { systemActor } from "@/lib/audit/rules";
import { listChainEntries } from "@/lib/audit/store";
import type { Context } from "@/lib/context";
import { readCredentials } from "@/lib/draws/account/read-credentials";
import { importDraw } from "@/lib/draws/import/import-draw";
import { checkInstallation } from "@/lib/draws/installation/check-installation";
import type { KeyRing } from "@/lib/draws/installation/open-seals";
import { readSealingKey } from "@/lib/draws/installation/open-seals";
import { checkInvariants } from "@/lib/invariants/check-invariants";
import { payOrder } from "@/lib/payments/pay/pay-order";
import { queryRows } from "@/lib/platform/db/database";
import { deriveKeyId } from "@/lib/platform/server/seal";
import { sealAll } from "@/tests/support/core/audit-chain";
import { createPayment, openDraw, place } from "@/tests/support/core/orders";
import type { TestContext } from "@/tests/support/core/test-context";
import { drawAt, openTestContext } from "@/tests/support/core/test-context";
import { onPostgres } from "@/tests/support/databases/postgres-database";
import { countOthers, countSeals } from "./count-seals";
import { rotateKey } from "./rotate-key";
import { keyActions, keysChain } from "./rules";

const earlier = randomBytes(32);
const later = randomBytes(32);

let test: TestContext;

async function startWith(ring: KeyRing): Promise<Context> {
  const { db, random, mode } = test.ctx;
  return { ...test.admin, sealer: await checkInstallation({ db, random, mode, ring }) };
}

const rotate = (ctx: Context) => rotateKey({ ...ctx, actor: { ...systemActor, kind: "admin", operator: "Zoé" } });

async function openDraws(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) ids.push(await openDraw(test, `draw-${index}`));
  return ids;
}

beforeEach(async () => {
  test = await openTestContext();
  const { sealer } = await startWith([earlier]);
  test.ctx.sealer = sealer;
  test.admin.sealer = sealer;
});
afterEach(() => test.close());

describe("the rotation of the key", () => {
  it("seals all credentials anew, so that the earlier key is no longer needed", async () => {
    const draws = await openDraws(3);
    const during = await startWith([later, earlier]);
    expect(countOthers((await countSeals(during)).counts, deriveKeyId(later))).toBe(5);
    expect(await rotate(during)).toEqual({ changed: true, resealed: 3 });
    const report = await countSeals(during);
    expect(report).toEqual({
      counts: [
        { kind: "installation", keyId: deriveKeyId(later), count: 2 },
        { kind: "credentials", keyId: deriveKeyId(later), count: 3 },
      ],
      closed: [],
    });
    const after = await startWith([later]);
    for (const draw of draws) expect(await readCredentials(after, draw)).toEqual(await readCredentials(during, draw));
    await expect(startWith([earlier])).rejects.toThrow(`sealed with the key ${deriveKeyId(later)}`);
  });

  it("changes no digest: receipts, chains and links of before stay what they were", async () => {
    const order = await place(test, await openDraw(test, "digests"));
    const paid = await payOrder(test.ctx, createPayment(order));
    if (!paid.ok || paid.outcome !== "paid") throw new Error("The order was not paid.");
    await sealAll(test);
    const before = test.ctx.sealer.digest("text", "label");
    await rotate(await startWith([later, earlier]));
    const after = await startWith([later]);
    expect(after.sealer.digest("text", "label")).toEqual(before);
    const chains = await checkInvariants(after, {});
    expect(chains).toMatchObject({ ok: true, violations: [] });
  });

  it("is noted once, with the ids of both keys, and a repeat changes nothing", async () => {
    await openDraws(2);
    const during = await startWith([later, earlier]);
    await rotate(during);
    expect(await rotate(during)).toEqual({ changed: false, resealed: 0 });
    expect(await listChainEntries(test.ctx.db, keysChain, keyActions)).toMatchObject([
      {
        action: "secrets-key-changed",
        actor: "admin",
        operator: "Zoé",
        detail: { from: deriveKeyId(earlier), to: deriveKeyId(later) },
      },
    ]);
  });

  it("goes on where it was broken off", async () => {
    const [first = ""] = await openDraws(3);
    const during = await startWith([later, earlier]);
    await rotate(during);
    const sealed = test.ctx.sealer.seal("{}", `draw:${first}:api-keys`);
    await test.ctx.db.execute(sql`update draw_secrets set sealed = ${sealed} where draw_id = ${first}`);
    expect(await rotate(during)).toEqual({ changed: false, resealed: 1 });
  });

  it("leaves alone what no key here opens, and tells whose it is", async () => {
    const [first = ""] = await openDraws(2);
    const lost = "v2.LostKey1.AAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAA.AAAA";
    await test.ctx.db.execute(sql`update draw_secrets set sealed = ${lost} where draw_id = ${first}`);
    const during = await startWith([later, earlier]);
    expect(await rotate(during)).toEqual({ changed: true, resealed: 1 });
    expect((await countSeals(during)).closed).toEqual([{ drawId: first, keyId: "LostKey1" }]);
    const [row] = await queryRows(test.ctx.db, sql`select sealed from draw_secrets where draw_id = ${first}`);
    expect(row).toEqual({ sealed: lost });
  });

  it("negative control: without it, a process without the earlier key refuses to start", async () => {
    await openDraws(1);
    await startWith([later, earlier]);
    await expect(startWith([later])).rejects.toThrow(`sealed with the key ${deriveKeyId(earlier)}`);
  });
});

describe("while two processes sell, of which only one has the later key", () => {
  it("credentials that either imports open at both, until the key changes", async () => {
    const during = await startWith([later, earlier]);
    const draw = { ...drawAt(test.ctx.now()), id: "imported-during" };
    expect(await importDraw(during, draw)).toMatchObject({ ok: true });
    expect(await readCredentials(test.ctx, draw.id)).not.toBeNull();
    expect(await readCredentials(during, draw.id)).not.toBeNull();
    await rotate(during);
    expect(await importDraw(during, { ...draw, id: "imported-after" })).toMatchObject({ ok: true });
    expect(await readCredentials(await startWith([later]), "imported-after")).not.toBeNull();
  });

  it("a process without the key that seals now refuses to seal", async () => {
    await rotate(await startWith([later, earlier]));
    const draw = { ...drawAt(test.ctx.now()), id: "imported-too-late" };
    await expect(importDraw(test.admin, draw)).rejects.toThrow(`sealed with the key ${deriveKeyId(later)}`);
  });

  it.runIf(onPostgres)("all imports beside it are sealed with the later key in the end", async () => {
    const during = await startWith([later, earlier]);
    const draws = Array.from({ length: 12 }, (_none, index) => ({ ...drawAt(test.ctx.now()), id: `beside-${index}` }));
    const work = [...draws.map((draw) => importDraw(during, draw)), rotate(during), rotate(during)];
    for (const done of await Promise.all(work)) expect(done).not.toMatchObject({ ok: false });
    const { counts } = await countSeals(during);
    expect(countOthers(counts, deriveKeyId(later))).toBe(0);
  });

  type Reading = (tx: Context["db"], sealer: Context["sealer"]) => Promise<string | undefined>;

  async function untilDoneOrLocked(work: Promise<unknown>): Promise<void> {
    const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    let isDone = false;
    void work.finally(() => {
      isDone = true;
    });
    while (!isDone && (await queryRows(test.ctx.db, waiting)).length === 0) await wait(10);
  }

  async function missedBesideImport(readKey: Reading): Promise<number> {
    const draw = await openDraw(test, "slow-import");
    const during = await startWith([later, earlier]);
    const rotating = await test.ctx.db.transaction(async (tx) => {
      const sealed = during.sealer.seal("{}", `draw:${draw}:api-keys`, await readKey(tx, during.sealer));
      const started = rotate(during);
      await untilDoneOrLocked(started);
      await tx.execute(sql`update draw_secrets set sealed = ${sealed} where draw_id = ${draw}`);
      return { started };
    });
    await rotating.started;
    return countOthers((await countSeals(during)).counts, deriveKeyId(later));
  }

  it.runIf(onPostgres)("the change of the key waits for an import that chose the earlier one", async () => {
    expect(await missedBesideImport((tx, sealer) => readSealingKey({ db: tx, sealer }))).toBe(0);
  });

  it.runIf(onPostgres)(
    "negative control: if an import only looks which key seals, its credentials are missed",
    async () => {
      const missed = await missedBesideImport(async (tx, sealer) => {
        const [row] = await queryRows<{ key_check: string }>(tx, sql`select key_check from installation`);
        return sealer.findKeyId(row?.key_check ?? "", "installation:key-check") ?? undefined;
      });
      expect(missed).toBe(1);
    },
  );
});
