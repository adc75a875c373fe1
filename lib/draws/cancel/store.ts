import "server-only";

import { sql } from "drizzle-orm";
import type { NewChainEntry } from "@/lib/audit/store";
import { insertChainEntries } from "@/lib/audit/store";
import type { DrawAction } from "@/lib/draws/import/rules.changes";
import type { Database } from "@/lib/platform/db/database";
import { queryRows } from "@/lib/platform/db/database";
import type { CancellationDecision, Proposal } from "./rules";

type StoredProposal = Proposal & { isStillAdmin: boolean; proposerName: string | null };

type ProposalRow = Omit<StoredProposal, "proposedAt" | "endsAt"> & {
  proposedAt: string | Date;
  endsAt: string | Date;
};

/**
 * The newest proposal that nobody decided, even if its time is over. The role of whoever proposed is read again,
 * because it may have been withdrawn since. Not locked: only holders of the draw's lock write proposals.
 */
export async function readOpenProposal(db: Database, drawId: string, now: Date): Promise<StoredProposal | null> {
  const [row] = await queryRows<ProposalRow>(
    db,
    sql`select c.proposal as number, c.reason, c.proposed_by as "proposedBy", c.proposed_at as "proposedAt",
        c.ends_at as "endsAt", p.name as "proposerName",
        coalesce(p.revoked_at is null and (p.ends_at is null or p.ends_at > ${now.toISOString()}::timestamptz), false)
          and exists (
            select from person_roles r join draws d on d.draw_id = c.draw_id
            where r.person_id = c.proposed_by and r.role = 'admin' and (r.scope_kind = 'everything'
              or r.scope_kind = 'parent' and r.scope_id = d.parent_id or r.scope_kind = 'draw' and r.scope_id = d.draw_id)
          ) as "isStillAdmin"
      from draw_cancellations c left join persons p on p.person_id = c.proposed_by
      where c.draw_id = ${drawId} and c.decision is null`,
  );
  return row ? { ...row, proposedAt: new Date(row.proposedAt), endsAt: new Date(row.endsAt) } : null;
}

/** The caller has locked the draw. Returns the number of the proposal. */
export async function insertProposal(
  tx: Database,
  drawId: string,
  proposal: Omit<Proposal, "number">,
  entry: NewChainEntry<DrawAction>,
): Promise<number> {
  const { reason, proposedBy, proposedAt, endsAt } = proposal;
  const [row] = await queryRows<{ number: number }>(
    tx,
    sql`with proposed as (
      insert into draw_cancellations (draw_id, proposal, reason, proposed_by, proposed_at, ends_at)
      select ${drawId}::text, coalesce(max(proposal), 0) + 1, ${reason}::text, ${proposedBy}::text,
        ${proposedAt.toISOString()}::timestamptz, ${endsAt.toISOString()}::timestamptz
      from draw_cancellations where draw_id = ${drawId}
      returning draw_id, null::text as order_id, proposal
    ), noted as (${insertChainEntries(sql`proposed`, entry, sql`jsonb_build_object('proposal', proposal)`)})
    select proposal as number from proposed`,
  );
  if (!row) throw new Error("A proposal was not written.");
  return row.number;
}

type Decided = { decision: CancellationDecision; decidedBy: string | null; decidedAt: Date };

/** Returns false if the proposal was decided already. An expired one has no entry, because nobody did anything. */
export async function decideProposal(
  tx: Database,
  { drawId, number }: { drawId: string; number: number },
  { decision, decidedBy, decidedAt }: Decided,
  entry: NewChainEntry<DrawAction> | null,
): Promise<boolean> {
  const at = sql`${decidedAt.toISOString()}::timestamptz`;
  const isApproved = decision === "approved";
  const noted = entry ? insertChainEntries(sql`decided`, entry) : sql`select`;
  const rows = await queryRows(
    tx,
    sql`with decided as (
      update draw_cancellations set decision = ${decision}::text, decided_by = ${decidedBy}::text, decided_at = ${at},
        refund_at = case when ${isApproved} then ${at} end, queued_to = case when ${isApproved} then '' end
      where draw_id = ${drawId} and proposal = ${number} and decision is null
      returning draw_id, null::text as order_id
    ), noted as (${noted})
    select draw_id from decided`,
  );
  return rows.length === 1;
}

/** The caller has locked the draw and closed its sales. */
export async function setCancelledAt(tx: Database, drawId: string, cancelledAt: Date): Promise<void> {
  const at = sql`${cancelledAt.toISOString()}::timestamptz`;
  await queryRows(
    tx,
    sql`update draws set cancelled_at = ${at}, updated_at = ${at} where draw_id = ${drawId} and cancelled_at is null`,
  );
}
