import "server-only";

import { toAuditActor } from "@/lib/audit/store";
import type { Context } from "@/lib/context";
import { readDrawForUpdate } from "@/lib/draws/store";
import { transact } from "@/lib/platform/db/transact";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import type { PersonRefusal } from "./authorize-person";
import { authorizePerson } from "./authorize-person";
import { findNoCancellationReason, proposalMs } from "./rules";
import { proposeCancellationSchema } from "./schema";
import { decideProposal, insertProposal, readOpenProposal } from "./store";

type ProposalRefusal = PersonRefusal | "draw-cancelled" | "draw-has-winner" | "proposal-open";

/**
 * Proposes to cancel a draw, for a person with the role `admin` and a fresh passkey. Nothing changes until another
 * person approves it, within a day. Refused once a number of the draw was drawn.
 */
export async function proposeCancellation(
  ctx: Context,
  drawId: string,
  body: unknown,
): Promise<{ ok: true; proposal: number } | Refusal<ProposalRefusal>> {
  const access = await authorizePerson(ctx, drawId, { schema: proposeCancellationSchema, body, needsPasskey: true });
  if (!access.ok) return access;
  const { reason } = access.input;
  const now = ctx.now();
  return transact(ctx, async (tx): Promise<{ ok: true; proposal: number } | Refusal<ProposalRefusal>> => {
    const record = await readDrawForUpdate(tx, drawId);
    if (!record) return refuse("draw-not-found");
    const refusal = findNoCancellationReason(record);
    if (refusal) return refuse(refusal);
    const open = await readOpenProposal(tx, drawId, now);
    if (open && open.endsAt > now && open.isStillAdmin) return refuse("proposal-open");
    const expired = { decision: "expired", decidedBy: null, decidedAt: now } as const;
    if (open) await decideProposal(tx, { drawId, number: open.number }, expired, null);
    const times = { proposedAt: now, endsAt: new Date(now.getTime() + proposalMs) };
    const entry = { action: "cancellation-proposed", at: now, actor: toAuditActor(ctx.actor) } as const;
    const proposal = await insertProposal(tx, drawId, { reason, proposedBy: access.personId, ...times }, entry);
    return { ok: true, proposal };
  });
}
