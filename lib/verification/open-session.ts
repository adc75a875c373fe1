import "server-only";

import type { Context } from "@/lib/context";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuseKey } from "@/lib/platform/http/refuse-key";

import { sessionLabel, sessionLifeMs, writeSession } from "./rules.session";

/** A session as its cookie carries it, and how many seconds it lasts. */
export type OpenedSession = { ok: true; session: string; seconds: number };

/**
 * Opens a session of half an hour for an admin, whose key the caller has compared. It is proven by our own key alone
 * and nowhere kept. The right key opens one whatever was tried before. Refusals: `admin-key-wrong`, `too-many-tries`.
 */
export async function openSession(
  ctx: Pick<Context, "actor" | "calls" | "now" | "sealer">,
  address: string,
): Promise<OpenedSession | Refusal> {
  if (ctx.actor.kind !== "admin") return refuseKey(ctx, address);
  const endsAtMs = ctx.now().getTime() + sessionLifeMs;
  const proof = Buffer.from(ctx.sealer.digest(String(endsAtMs), sessionLabel)).toString("base64url");
  return { ok: true, session: writeSession(endsAtMs, proof), seconds: sessionLifeMs / 1000 };
}
