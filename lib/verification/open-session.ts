import "server-only";
import type { Actor } from "@/lib/actor";
import type { Context } from "@/lib/context";
import { readSealingKey } from "@/lib/draws/installation/check-installation";
import { withRetry } from "@/lib/platform/db/errors";
import { refuseKey } from "@/lib/platform/http/limit-calls";
import type { Refusal } from "@/lib/platform/http/reasons";
import type { AdminRefusal } from "@/lib/refuse-admin";
import { refuseAdmin } from "@/lib/refuse-admin";
import { endSessionsUntil, readSessionsEnd } from "./store";

export type OpenedSession = { ok: true; session: string; seconds: number };

export const sessionLifeMs = 30 * 60_000;

const sessionLabel = "verification session";

/** The caller has compared the admin's key. The session is stored nowhere: a proof by our own key authenticates it. */
export async function openSession(
  ctx: Pick<Context, "actor" | "calls" | "db" | "now" | "sealer">,
  address: string,
): Promise<OpenedSession | Refusal<AdminRefusal | "too-many-tries">> {
  if (ctx.actor.kind !== "admin") return refuseKey(ctx, address);
  const refused = refuseAdmin(ctx.actor, "payments");
  if (refused) return refused;
  const endsAtMs = ctx.now().getTime() + sessionLifeMs;
  // Every process has the current sealing key, also during a rotation (decision 058).
  const keyId = await readSealingKey(ctx);
  const proof = Buffer.from(ctx.sealer.prove(String(endsAtMs), sessionLabel, keyId)).toString("base64url");
  return { ok: true, session: writeSession(endsAtMs, proof), seconds: sessionLifeMs / 1000 };
}

/** Also ends every other session opened until now, because the cookie may have been copied. */
export async function endSession(ctx: Context, session: string | null): Promise<void> {
  const nowMs = ctx.now().getTime();
  const read = ctx.actor.kind === "verifier" && session !== null ? readSession(session, nowMs) : null;
  if (!read) return;
  // Another process, whose clock is ahead, may have opened it.
  const until = new Date(Math.max(nowMs, openedAtMs(read)));
  await withRetry(ctx, () => endSessionsUntil(ctx.db, until));
}

/** Null unless the session is ours, valid and not ended. Takes the same time for any proof. */
export async function authenticateVerifier(
  ctx: Pick<Context, "now" | "sealer" | "db" | "random" | "wait">,
  session: string | null,
): Promise<Actor | null> {
  const read = session === null ? null : readSession(session, ctx.now().getTime());
  if (!read) return null;
  const isOurs = ctx.sealer.isProven(Buffer.from(read.proof, "base64url"), String(read.endsAtMs), sessionLabel);
  if (!isOurs) return null;
  const endedAt = await withRetry(ctx, () => readSessionsEnd(ctx.db));
  return endedAt !== null && openedAtMs(read) <= endedAt.getTime() ? null : { kind: "verifier" };
}

/** A person of the console with the right `payments` everywhere is a verifier too, as long as their session lasts. */
export function verifierOf(actor: Actor): Actor | null {
  if (actor.kind !== "admin" || !actor.person || refuseAdmin(actor, "payments")) return null;
  return { kind: "verifier", ...(actor.name ? { name: actor.name } : {}) };
}

function readSession(session: string, nowMs: number): { endsAtMs: number; proof: string } | null {
  const [, ends = "", proof = ""] = /^(\d{13})\.([A-Za-z0-9_-]{43})$/.exec(session) ?? [];
  const endsAtMs = Number(ends);
  return proof !== "" && endsAtMs > nowMs ? { endsAtMs, proof } : null;
}

function writeSession(endsAtMs: number, proof: string): string {
  return `${endsAtMs}.${proof}`;
}

function openedAtMs({ endsAtMs }: { endsAtMs: number }): number {
  return endsAtMs - sessionLifeMs;
}
