import "server-only";
import type { KnownHead } from "@/lib/audit/rules.chain";
import { formatHead, truncateHead } from "@/lib/audit/rules.chain";
import { listChains, readSealAt } from "@/lib/audit/store.chain";
import { authorizeEverywhere } from "@/lib/authorize-admin";
import type { Context } from "@/lib/context";
import { idSchema } from "@/lib/draws/schema.fields";
import { readParentId } from "@/lib/draws/store";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import type { ReportProgress } from "@/lib/progress";
import { ignoreProgress } from "@/lib/progress";
import type { PaymentsCheckResult } from "@/lib/reconciliation/check-payments";
import { checkPayments } from "@/lib/reconciliation/check-payments";
import { totalMoney } from "@/lib/reconciliation/rules.gateway-money";
import type { ChainsCheckResult } from "./check-chains";
import { checkChains } from "./check-chains";
import { checkWinners } from "./check-winners";
import type { InvariantReport, Violation } from "./rules.invariants";
import { countRows, invariantChecks } from "./rules.invariants";
import { findPoolViolations } from "./rules.pool-sums";
import type { InvariantSnapshot } from "./store.invariants";
import { readInvariants } from "./store.invariants";

type CheckParts = {
  snapshot: InvariantSnapshot;
  chains: ChainsCheckResult;
  heads: Violation[];
  winners: Violation[];
  payments: PaymentsCheckResult;
};

/** `heads` were kept from earlier checks. */
export type InvariantRequest = { instanceId?: string | null; heads?: readonly KnownHead[] };

/** For admins with `reports`. Only reads, and may run during sales. */
export async function checkInvariants(
  ctx: Context,
  request: InvariantRequest = {},
  tell: ReportProgress = ignoreProgress,
): Promise<InvariantReport | Refusal> {
  return (await authorizeCheck(ctx, request)) ?? check(ctx, request, tell);
}

/** Chains only grow, so the entry that an earlier check kept as the head must be unchanged. */
async function checkHeads({ db }: Pick<Context, "db">, heads: readonly KnownHead[]): Promise<Violation[]> {
  const violations: Violation[] = [];
  for (const head of heads) {
    const { drawId, sequence } = head;
    const seal = await readSealAt(db, drawId, sequence);
    if (seal !== null && truncateHead(drawId, { sequence, seal }).seal === head.seal) continue;
    const problem = seal === null ? "missing" : "changed";
    violations.push({ check: "audit-head", drawId, subject: formatHead(head), detail: { problem } });
  }
  return violations;
}

function compareText(left: string, right: string): number {
  return left === right ? 0 : left < right ? -1 : 1;
}

function compareViolations(left: Violation, right: Violation): number {
  return (
    invariantChecks.indexOf(left.check) - invariantChecks.indexOf(right.check) ||
    compareText(left.drawId ?? "", right.drawId ?? "") ||
    compareText(left.subject, right.subject)
  );
}

/** Keeps one violation per check and row: the last, which has the gateway's details. */
function removeRepeats(violations: Violation[]): Violation[] {
  const byRow = new Map(violations.map((found) => [`${found.check} ${found.drawId} ${found.subject}`, found]));
  return [...byRow.values()].sort(compareViolations);
}

function toReport({ snapshot, chains, heads, winners, payments }: CheckParts, at: Date): InvariantReport {
  const { pools, orders, cashCents, unnamedCounts } = snapshot;
  const { capturedCents, refundedCents } = totalMoney(payments.money);
  const all = [
    ...snapshot.violations,
    ...chains.violations,
    ...heads,
    ...winners,
    ...pools.flatMap(findPoolViolations),
    ...payments.violations,
  ];
  const violations = removeRepeats(all);
  const ranges = pools.reduce((sum, pool) => sum + pool.ranges, 0);
  const finalizedCents = pools.reduce((sum, pool) => sum + pool.soldCents, 0);
  const tickets = pools.reduce((sum, pool) => sum + pool.numbers, 0);
  return {
    ok: true,
    checkedAt: at.toISOString(),
    checks: countRows(violations, new Map([...unnamedCounts, ["audit-chain", chains.unnamedCount] as const])),
    violations,
    totals: { orders, finalizedCents, capturedCents, refundedCents, cashCents, ranges, tickets, sealed: chains.sealed },
    heads: chains.heads,
  };
}

async function authorizeCheck(ctx: Context, { instanceId = null }: InvariantRequest): Promise<Refusal | null> {
  const refused = authorizeEverywhere(ctx.actor, "reports");
  if (refused) return refused;
  if (instanceId === null) return null;
  const isKnown = idSchema.safeParse(instanceId).success && (await readParentId(ctx.db, instanceId)) !== null;
  return isKnown ? null : refuse("draw-not-found");
}

async function check(ctx: Context, { instanceId = null, heads = [] }: InvariantRequest, tell: ReportProgress) {
  const at = ctx.now();
  const snapshot = await readInvariants(ctx.db, { drawId: instanceId, at, tell });
  const overdue = snapshot.violations.filter((found) => found.check === "attempt-overdue");
  const chains = await checkChains(ctx, instanceId === null ? await listChains(ctx.db) : snapshot.draws, tell);
  const headViolations = await checkHeads(ctx, heads);
  const winners = await checkWinners(ctx, snapshot.draws, at);
  const payments = await checkPayments(ctx, snapshot.draws, { overdue, at, tell });
  return toReport({ snapshot, chains, heads: headViolations, winners, payments }, at);
}
