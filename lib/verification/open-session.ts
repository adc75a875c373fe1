import "server-only";

import type { AdminRefusal } from "@/lib/authorize-admin";
import { authorizeEverywhere } from "@/lib/authorize-admin";
import type { Context } from "@/lib/context";
import { readSealingKey } from "@/lib/draws/installation/open-seals";
import { refuseWrongAdminKey } from "@/lib/platform/http/limit-calls";
import type { Refusal } from "@/lib/platform/http/reasons";
import { sessionLabel, sessionLifetimeMs, writeSession } from "./rules.session";

export type OpenedSession = { ok: true; session: string; seconds: number };

/** The caller has compared the admin's key. A proof by our own key authenticates the session, so none is stored. */
export async function openSession(
  ctx: Pick<Context, "actor" | "calls" | "db" | "now" | "sealer">,
  ipAddress: string,
): Promise<OpenedSession | Refusal<AdminRefusal | "too-many-tries">> {
  if (ctx.actor.kind !== "admin") return refuseWrongAdminKey(ctx, ipAddress);
  const refused = authorizeEverywhere(ctx.actor, "payments");
  if (refused) return refused;
  const endsAtMs = ctx.now().getTime() + sessionLifetimeMs;
  // Every process has the current sealing key, also during a rotation (decision 058).
  const keyId = await readSealingKey(ctx);
  const proof = Buffer.from(ctx.sealer.prove(String(endsAtMs), sessionLabel, keyId)).toString("base64url");
  return { ok: true, session: writeSession(endsAtMs, proof), seconds: sessionLifetimeMs / 1000 };
}
