import { randomBytes } from "node:crypto";

import { describe, expect, it } from "vitest";

import type { Actor } from "@/lib/context";
import { createSealer } from "@/lib/seal";

import { authenticateVerifier } from "./authenticate-verifier";
import { openSession } from "./open-session";
import { keyTries, sessionLifeMs } from "./rules.session";

const sealer = createSealer(randomBytes(32));
const stranger: Actor = { kind: "buyer", clientKey: "", address: null };
let at = Date.parse("2026-11-20T12:00:00Z");

function contextOf(actor: Actor, own = sealer) {
  return { actor, sealer: own, now: () => new Date(at) };
}

function open(address: string): string {
  const opened = openSession(contextOf({ kind: "admin" }), address);
  if (!opened.ok) throw new Error(opened.reason);
  return opened.session;
}

describe("a session", () => {
  it("makes a verifier for half an hour, and nobody afterwards", () => {
    const session = open("10.0.0.1");
    const ctx = contextOf(stranger);
    expect(authenticateVerifier(ctx, session)).toEqual({ kind: "verifier" });
    at += sessionLifeMs - 1;
    expect(authenticateVerifier(ctx, session)).toEqual({ kind: "verifier" });
    at += 1;
    expect(authenticateVerifier(ctx, session)).toBeNull();
  });

  it("of another server, of another end, cut or made up makes nobody", () => {
    const session = open("10.0.0.1");
    const [ends = "", proof = ""] = session.split(".");
    const ctx = contextOf(stranger);
    expect(authenticateVerifier(contextOf(stranger, createSealer(randomBytes(32))), session)).toBeNull();
    for (const made of [`${Number(ends) + 1}.${proof}`, session.slice(0, -1), `${session}A`, proof, "", "a.b", null]) {
      expect(authenticateVerifier(ctx, made)).toBeNull();
    }
  });
});

describe("wrong keys", () => {
  it("are counted by address for a quarter of an hour, and then not even the right one is looked at", () => {
    const answers = Array.from({ length: keyTries.most + 1 }, () => openSession(contextOf(stranger), "10.0.0.2"));
    const reasons = answers.map((answer) => (answer.ok ? "opened" : answer.reason));
    expect(reasons).toEqual([...Array(keyTries.most).fill("admin-key-wrong"), "too-many-tries"]);
    expect(openSession(contextOf({ kind: "admin" }), "10.0.0.2")).toEqual({ ok: false, reason: "too-many-tries" });
    expect(openSession(contextOf({ kind: "admin" }), "10.0.0.3").ok).toBe(true);
    at += keyTries.withinMs;
    expect(openSession(contextOf({ kind: "admin" }), "10.0.0.2").ok).toBe(true);
  });
});
