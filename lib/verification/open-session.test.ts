import { randomBytes } from "node:crypto";

import { describe, expect, it } from "vitest";

import type { Actor } from "@/lib/actor";
import { createSealer } from "@/lib/platform/server/seal";

import { authenticateVerifier } from "./authenticate-verifier";
import { openSession } from "./open-session";
import { sessionLifeMs } from "./rules.session";

const sealer = createSealer(randomBytes(32));
const stranger: Actor = { kind: "buyer", clientKey: "", address: null };
let at = Date.parse("2026-11-20T12:00:00Z");

function contextOf(actor: Actor, own = sealer) {
  const calls = async () => null;
  return { actor, sealer: own, calls, now: () => new Date(at) };
}

async function open(address: string): Promise<string> {
  const opened = await openSession(contextOf({ kind: "admin" }), address);
  if (!opened.ok) throw new Error(opened.reason);
  return opened.session;
}

describe("a session", () => {
  it("authenticates a verifier for half an hour, and nobody afterwards", async () => {
    const session = await open("10.0.0.1");
    const ctx = contextOf(stranger);
    expect(authenticateVerifier(ctx, session)).toEqual({ kind: "verifier" });
    at += sessionLifeMs - 1;
    expect(authenticateVerifier(ctx, session)).toEqual({ kind: "verifier" });
    at += 1;
    expect(authenticateVerifier(ctx, session)).toBeNull();
  });

  it("from another server, with another end, truncated or made up authenticates nobody", async () => {
    const session = await open("10.0.0.1");
    const [ends = "", proof = ""] = session.split(".");
    const ctx = contextOf(stranger);
    expect(authenticateVerifier(contextOf(stranger, createSealer(randomBytes(32))), session)).toBeNull();
    for (const made of [`${Number(ends) + 1}.${proof}`, session.slice(0, -1), `${session}A`, proof, "", "a.b", null]) {
      expect(authenticateVerifier(ctx, made)).toBeNull();
    }
  });
});

describe("a wrong key", () => {
  it("opens nothing, and the right one still opens a session after too many wrong ones", async () => {
    const limited = { calls: async () => 900 };
    const refused = { ok: false, reason: "too-many-tries", retryAfterSeconds: 900 };
    expect(await openSession(contextOf(stranger), "10.0.0.2")).toEqual({ ok: false, reason: "admin-key-wrong" });
    expect(await openSession({ ...contextOf(stranger), ...limited }, "10.0.0.2")).toEqual(refused);
    expect(await openSession({ ...contextOf({ kind: "admin" }), ...limited }, "10.0.0.2")).toMatchObject({ ok: true });
  });
});
