import { randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/actor";
import { keyCheckLabel, keyCheckText } from "@/lib/draws/installation/rules";
import { createSealer } from "@/lib/platform/server/seal";
import type { KeyRight } from "@/lib/rights";
import { getKeyGrants } from "@/lib/rights";
import type { TestContext } from "@/tests/support/core/test-context";
import { openTestContext } from "@/tests/support/core/test-context";
import { authenticateVerifier } from "./authenticate-verifier";
import { endSession } from "./end-session";
import { openSession } from "./open-session";
import { sessionLifetimeMs } from "./rules.session";

let test: TestContext;

beforeAll(async () => {
  test = await openTestContext();
});
afterAll(() => test.close());

const key = randomBytes(32);
const sealer = createSealer(key);
const stranger: Actor = { kind: "buyer", clientKey: "", ipAddress: null };
let at = Date.parse("2026-11-20T12:00:00Z");

function createContext(actor: Actor, own = sealer) {
  const calls = async () => null;
  return { ...test.ctx, actor, sealer: own, calls, now: () => new Date(at) };
}

async function open(ipAddress: string): Promise<string> {
  const opened = await openSession(createContext({ kind: "admin", grants: "all" }), ipAddress);
  if (!opened.ok) throw new Error(opened.reason);
  return opened.session;
}

describe("a session", () => {
  it("authenticates a verifier for half an hour, and nobody afterwards", async () => {
    const session = await open("10.0.0.1");
    const ctx = createContext(stranger);
    expect(await authenticateVerifier(ctx, session)).toEqual({ kind: "verifier" });
    at += sessionLifetimeMs - 1;
    expect(await authenticateVerifier(ctx, session)).toEqual({ kind: "verifier" });
    at += 1;
    expect(await authenticateVerifier(ctx, session)).toBeNull();
  });

  it("lasts while the key that proved it is there, and ends with it", async () => {
    const session = await open("10.0.0.1");
    const later = randomBytes(32);
    const during = createContext(stranger, createSealer(later, [key], key));
    const after = createContext(stranger, createSealer(later, [], key));
    expect(await authenticateVerifier(during, session)).toEqual({ kind: "verifier" });
    expect(await authenticateVerifier(after, session)).toBeNull();
  });

  it("that was ended opens nothing, nor does a copy of it or an earlier one; a later one does", async () => {
    const keyCheck = sealer.seal(keyCheckText, keyCheckLabel);
    await test.ctx.db.execute(sql`insert into installation (mode, key_check) values ('demo', ${keyCheck})`);
    const earlier = await open("10.0.0.1");
    at += 1000;
    const session = await open("10.0.0.1");
    await endSession(createContext(stranger), session);
    expect(await authenticateVerifier(createContext(stranger), session)).toEqual({ kind: "verifier" });
    await endSession(createContext({ kind: "verifier" }), session);
    for (const ended of [session, earlier])
      expect(await authenticateVerifier(createContext(stranger), ended)).toBeNull();
    at += 1;
    const later = await open("10.0.0.1");
    expect(await authenticateVerifier(createContext(stranger), later)).toEqual({ kind: "verifier" });
  });

  it("from another server, with another end, truncated or made up authenticates nobody", async () => {
    const session = await open("10.0.0.1");
    const [ends = "", proof = ""] = session.split(".");
    const ctx = createContext(stranger);
    expect(await authenticateVerifier(createContext(stranger, createSealer(randomBytes(32))), session)).toBeNull();
    for (const made of [`${Number(ends) + 1}.${proof}`, session.slice(0, -1), `${session}A`, proof, "", "a.b", null]) {
      expect(await authenticateVerifier(ctx, made)).toBeNull();
    }
  });
});

it("is for admins whose key has the right", async () => {
  const session = (rights: KeyRight[]) =>
    openSession(createContext({ kind: "admin", grants: getKeyGrants(rights) }), "10.0.0.3");
  expect(await session(["orders", "refunds"])).toMatchObject({ ok: false, reason: "admin-right-missing" });
  expect(await session(["payments"])).toMatchObject({ ok: true });
});

describe("a wrong key", () => {
  it("opens nothing, and the right one still opens a session after too many wrong ones", async () => {
    const limited = { calls: async () => 900 };
    const refused = { ok: false, reason: "too-many-tries", retryAfterSeconds: 900 };
    expect(await openSession(createContext(stranger), "10.0.0.2")).toEqual({ ok: false, reason: "admin-key-wrong" });
    expect(await openSession({ ...createContext(stranger), ...limited }, "10.0.0.2")).toEqual(refused);
    expect(
      await openSession({ ...createContext({ kind: "admin", grants: "all" }), ...limited }, "10.0.0.2"),
    ).toMatchObject({ ok: true });
  });
});
