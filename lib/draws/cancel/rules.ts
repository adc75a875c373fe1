import type { Draw } from "@/lib/draws/schema";
import { dayMs } from "@/lib/durations";

/** `expired` ones were neither approved nor withdrawn in time. */
export type CancellationDecision = "approved" | "withdrawn" | "expired";

/** A proposal waits this long for a second person. */
export const proposalMs = dayMs;

export const maxReasonLength = 300;

export type Proposal = {
  number: number;
  reason: string;
  proposedBy: string;
  proposedAt: Date;
  endsAt: Date;
};

/** Only before any number is drawn, early birds included. */
export function findNoCancellationReason({
  draw,
  cancelledAt,
}: {
  draw: Pick<Draw, "winners">;
  cancelledAt?: Date | null;
}): "draw-cancelled" | "draw-has-winner" | null {
  if (cancelledAt) return "draw-cancelled";
  return draw.winners.length > 0 ? "draw-has-winner" : null;
}

type ApprovalRefusal = "proposal-not-found" | "second-person-required";

/** `isStillAdmin` is false if the person who proposed may no longer change the draw. */
export function findNoApprovalReason(
  proposal: (Proposal & { isStillAdmin: boolean }) | null,
  { number, personId, now }: { number: number; personId: string; now: Date },
): ApprovalRefusal | null {
  if (!proposal || proposal.number !== number || proposal.endsAt <= now || !proposal.isStillAdmin) {
    return "proposal-not-found";
  }
  return proposal.proposedBy === personId ? "second-person-required" : null;
}
