import "server-only";
import type { KnownHead } from "@/lib/audit/rules.chain";
import { shownHead, writeHead } from "@/lib/audit/rules.chain";
import { listChains, readSealAt } from "@/lib/audit/store.chain";
import type { Context } from "@/lib/context";
import { idSchema } from "@/lib/draws/schema.fields";
import { readParentId } from "@/lib/draws/store";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import type { ReportProgress } from "@/lib/progress";
import { ignoreProgress } from "@/lib/progress";
import type { PaymentsChecked } from "@/lib/reconciliation/check-payments";
import { checkPayments } from "@/lib/reconciliation/check-payments";
import { totalMoney } from "@/lib/reconciliation/rules.gateway-money";
import { refuseAdmin } from "@/lib/refuse-admin";
import type { ChainsChecked } from "./check-chains";
import { checkChains } from "./check-chains";
import { checkWinners } from "./check-winners";
import type { InvariantReport, Violation } from "./rules.invariants";
import { countRows, invariantChecks } from "./rules.invariants";
import { poolViolations } from "./rules.pool-sums";
import type { InvariantSnapshot } from "./store.invariants";
import { readInvariants } from "./store.invariants";

/**
 * Compares heads that earlier checks told, and that were kept where the database's keeper does not come, with what
 * stands at their places now. A chain only grows: what was once its head stays where it was.
 */
async function checkHeads({ db }: Pick<Context, "db">, known: readonly KnownHead[]): Promise<Violation[]> {
  const found: Violation[] = [];
  for (const head of known) {
    const { drawId, sequence } = head;
    const seal = await readSealAt(db, drawId, sequence);
    if (seal !== null && shownHead(drawId, { sequence, seal }).seal === head.seal) continue;
    const problem = seal === null ? "missing" : "changed";
    found.push({ check: "audit-head", drawId, subject: writeHead(head), detail: { problem } });
  }
  return found;
}

function compareText(left: string, right: string): number {
  return left === right ? 0 : left < right ? -1 : 1;
}

function byCheckAndRow(left: Violation, right: Violation): number {
  return (
    invariantChecks.indexOf(left.check) - invariantChecks.indexOf(right.check) ||
    compareText(left.drawId ?? "", right.drawId ?? "") ||
    compareText(left.subject, right.subject)
  );
}

/** One row is told once; what the gateway adds to it stands last and wins. */
function withoutRepeats(violations: Violation[]): Violation[] {
  const byRow = new Map(violations.map((found) => [`${found.check} ${found.drawId} ${found.subject}`, found]));
  return [...byRow.values()].sort(byCheckAndRow);
}

type Looked = {
  snapshot: InvariantSnapshot;
  chains: ChainsChecked;
  heads: Violation[];
  winners: Violation[];
  payments: PaymentsChecked;
};

function toReport({ snapshot, chains, heads, winners, payments }: Looked, at: Date): InvariantReport {
  const { pools, orders, cashCents, beyond } = snapshot;
  const { capturedCents, refundedCents } = totalMoney(payments.money);
  const found = [
    ...snapshot.violations,
    ...chains.violations,
    ...heads,
    ...winners,
    ...pools.flatMap(poolViolations),
    ...payments.violations,
  ];
  const violations = withoutRepeats(found);
  const ranges = pools.reduce((sum, pool) => sum + pool.ranges, 0);
  const finalizedCents = pools.reduce((sum, pool) => sum + pool.soldCents, 0);
  const tickets = pools.reduce((sum, pool) => sum + pool.numbers, 0);
  return {
    ok: true,
    checkedAt: at.toISOString(),
    checks: countRows(violations, new Map([...beyond, ["audit-chain", chains.beyond] as const])),
    violations,
    totals: { orders, finalizedCents, capturedCents, refundedCents, cashCents, ranges, tickets, sealed: chains.sealed },
    heads: chains.heads,
  };
}

/** What is checked: one draw or all, and heads that earlier checks told. */
export type InvariantRequest = { instanceId?: string | null; heads?: readonly KnownHead[] };

async function refuseCheck(ctx: Context, { instanceId = null }: InvariantRequest): Promise<Refusal | null> {
  const refused = refuseAdmin(ctx.actor, "reports");
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
  const known = await checkHeads(ctx, heads);
  const winners = await checkWinners(ctx, snapshot.draws, at);
  const payments = await checkPayments(ctx, snapshot.draws, { overdue, at, tell });
  return toReport({ snapshot, chains, heads: known, winners, payments }, at);
}

/**
 * Checks that every number, counter, order and payment of a draw, or of all, agrees with the others, with what was
 * written down and sealed (of devices too, where all are checked), with heads that earlier checks told, and with the
 * gateway's report. Reads only, and may run while sales go on. Admins only. Refusals: `admin-key-wrong`,
 * `admin-right-missing`, `draw-not-found`.
 */
export async function checkInvariants(
  ctx: Context,
  request: InvariantRequest = {},
  tell: ReportProgress = ignoreProgress,
): Promise<InvariantReport | Refusal> {
  return (await refuseCheck(ctx, request)) ?? check(ctx, request, tell);
}
