import "server-only";

import type { Context } from "@/lib/context";
import { readSealingKey } from "@/lib/draws/installation/check-installation";
import { refuseKey } from "@/lib/platform/http/limit-calls";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuseAdmin } from "@/lib/refuse-admin";
import { sessionLabel, sessionLifeMs, writeSession } from "./rules.session";

/** A session as its cookie carries it, and how many seconds it lasts. */
export type OpenedSession = { ok: true; session: string; seconds: number };

/**
 * Opens a session of half an hour for an admin, whose key the caller has compared. It is proven by our own key alone
 * and nowhere kept. The right key opens one whatever was tried before. Refusals: `admin-key-wrong`,
 * `admin-right-missing`, `too-many-tries`.
 */
export async function openSession(
  ctx: Pick<Context, "actor" | "calls" | "db" | "now" | "sealer">,
  address: string,
): Promise<OpenedSession | Refusal> {
  if (ctx.actor.kind !== "admin") return refuseKey(ctx, address);
  const refused = refuseAdmin(ctx.actor, "payments");
  if (refused) return refused;
  const endsAtMs = ctx.now().getTime() + sessionLifeMs;
  // By the key that seals now: every process has it, also while a later one comes (decision 058).
  const keyId = await readSealingKey(ctx);
  const proof = Buffer.from(ctx.sealer.prove(String(endsAtMs), sessionLabel, keyId)).toString("base64url");
  return { ok: true, session: writeSession(endsAtMs, proof), seconds: sessionLifeMs / 1000 };
}
