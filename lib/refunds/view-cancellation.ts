import "server-only";

import type { AdminRefusal } from "@/lib/authorize-admin";
import type { Context } from "@/lib/context";
import { authorizeForDraw } from "@/lib/draws/authorize-for-draw";
import { findNoCancellationReason } from "@/lib/draws/cancel/rules";
import { readOpenProposal } from "@/lib/draws/cancel/store";
import { idSchema } from "@/lib/draws/schema.fields";
import { readDrawRecord } from "@/lib/draws/store";
import { toDollars } from "@/lib/money";
import type { Database } from "@/lib/platform/db/database";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import type { CancellationMoney, CancellationView, ProposalView } from "./rules.cancelled";
import type { MoneyKind } from "./store.cancelled";
import { countCancelledMails, sumCancelledMoney } from "./store.cancelled";

/** Shows what a cancellation would return, who proposed one, or how far it is. For admins with `draws`. */
export async function viewCancellation(
  ctx: Context,
  drawId: string,
): Promise<{ ok: true; cancellation: CancellationView } | Refusal<AdminRefusal | "draw-not-found">> {
  const refusal = await authorizeForDraw(ctx, "draws", drawId, "draw-not-found");
  if (refusal) return refusal;
  const record = idSchema.safeParse(drawId).success ? await readDrawRecord(ctx.db, drawId) : null;
  if (!record) return refuse("draw-not-found");
  const { cancelledAt } = record;
  const cancellation: CancellationView = {
    cancelledAt: cancelledAt?.toISOString() ?? null,
    proposal: cancelledAt ? null : await viewProposal(ctx, drawId),
    isPossible: findNoCancellationReason(record) === null,
    money: await readMoney(ctx.db, drawId, cancelledAt),
  };
  return { ok: true, cancellation };
}

async function viewProposal({ actor, db, now }: Context, drawId: string): Promise<ProposalView | null> {
  const open = await readOpenProposal(db, drawId, now());
  if (!open?.isStillAdmin || open.endsAt <= now()) return null;
  const { number, reason, proposerName: proposer, proposedBy } = open;
  return {
    ...{ number, reason, proposer },
    proposedAt: open.proposedAt.toISOString(),
    endsAt: open.endsAt.toISOString(),
    isOwn: actor.kind === "admin" && actor.person?.id === proposedBy,
  };
}

async function readMoney(db: Database, drawId: string, cancelledAt: Date | null): Promise<CancellationMoney> {
  const [sums, mails] = await Promise.all([
    sumCancelledMoney(db, drawId, cancelledAt),
    countCancelledMails(db, drawId),
  ]);
  const getSum = (kind: MoneyKind) => {
    const sum = sums.find((one) => one.kind === kind);
    return { orders: sum?.orders ?? 0, amount: toDollars(sum?.cents ?? 0) };
  };
  return {
    ...{ returned: getSum("returned"), waiting: getSum("waiting"), refused: getSum("refused") },
    ...{ cash: getSum("cash"), cashReturned: getSum("cashReturned"), mails },
  };
}
