import "server-only";

import { toAuditActor } from "@/lib/audit/store";
import type { Context } from "@/lib/context";
import { readDrawForUpdate, setClosedAt } from "@/lib/draws/store";
import { transact } from "@/lib/platform/db/transact";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import type { PersonRefusal } from "./authorize-person";
import { authorizePerson } from "./authorize-person";
import { findNoApprovalReason, findNoCancellationReason } from "./rules";
import { decideCancellationSchema } from "./schema";
import { decideProposal, readOpenProposal, setCancelledAt } from "./store";

type DecisionRefusal = PersonRefusal | "proposal-not-found";

type ApprovalRefusal = DecisionRefusal | "draw-cancelled" | "draw-has-winner" | "second-person-required";

/**
 * Cancels a draw for good: sales end at once, and jobs return the money and tell the buyers. For another person than
 * the one who proposed it, with a fresh passkey. The draw's lock keeps a winner from being recorded meanwhile.
 */
export async function approveCancellation(
  ctx: Context,
  drawId: string,
  body: unknown,
): Promise<{ ok: true } | Refusal<ApprovalRefusal>> {
  const access = await authorizePerson(ctx, drawId, { schema: decideCancellationSchema, body, needsPasskey: true });
  if (!access.ok) return access;
  const { personId, input } = access;
  const { proposal: number } = input;
  const now = ctx.now();
  const actor = toAuditActor(ctx.actor);
  return transact(ctx, async (tx): Promise<{ ok: true } | Refusal<ApprovalRefusal>> => {
    const record = await readDrawForUpdate(tx, drawId);
    if (!record) return refuse("draw-not-found");
    const open = await readOpenProposal(tx, drawId, now);
    const refusal = findNoCancellationReason(record) ?? findNoApprovalReason(open, { number, personId, now });
    if (refusal) return refuse(refusal);
    const approved = { decision: "approved", decidedBy: personId, decidedAt: now } as const;
    const entry = { action: "draw-cancelled", at: now, actor, detail: { proposal: number } } as const;
    if (!(await decideProposal(tx, { drawId, number }, approved, entry))) return refuse("proposal-not-found");
    await setClosedAt(tx, drawId, now, { action: "draw-closed", at: now, actor });
    await setCancelledAt(tx, drawId, now);
    return { ok: true };
  });
}

/** Ends a proposal, for any person who could approve or have made it. */
export async function withdrawCancellation(
  ctx: Context,
  drawId: string,
  body: unknown,
): Promise<{ ok: true } | Refusal<DecisionRefusal>> {
  const access = await authorizePerson(ctx, drawId, { schema: decideCancellationSchema, body, needsPasskey: false });
  if (!access.ok) return access;
  const { proposal: number } = access.input;
  const now = ctx.now();
  return transact(ctx, async (tx): Promise<{ ok: true } | Refusal<DecisionRefusal>> => {
    if (!(await readDrawForUpdate(tx, drawId))) return refuse("draw-not-found");
    const withdrawn = { decision: "withdrawn", decidedBy: access.personId, decidedAt: now } as const;
    const detail = { proposal: number };
    const entry = { action: "cancellation-withdrawn", at: now, actor: toAuditActor(ctx.actor), detail } as const;
    const isDone = await decideProposal(tx, { drawId, number }, withdrawn, entry);
    return isDone ? { ok: true } : refuse("proposal-not-found");
  });
}
