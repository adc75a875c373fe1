import "server-only";

import type { Actor } from "@/lib/actor";
import type { Context } from "@/lib/context";

import { readSession, sessionLabel } from "./rules.session";

/**
 * Who acts by a session that the browser carries; null without one that is ours and lasts. Takes the same time for any
 * proof.
 */
export function authenticateVerifier(ctx: Pick<Context, "now" | "sealer">, session: string | null): Actor | null {
  const read = session === null ? null : readSession(session, ctx.now().getTime());
  if (!read) return null;
  const isOurs = ctx.sealer.isProven(Buffer.from(read.proof, "base64url"), String(read.endsAtMs), sessionLabel);
  return isOurs ? { kind: "verifier" } : null;
}
