import "server-only";

import type { Context } from "@/lib/context";
import type { ReportProgress } from "@/lib/progress";
import { ignoreProgress } from "@/lib/progress";
import type { Merchant } from "./list-merchants";
import { listMerchants } from "./list-merchants";
import type { Comparison, ReportAccess } from "./read-captures";
import { readCaptures } from "./read-captures";
import { recheckDiscrepancies } from "./recheck-discrepancies";
import type { CheckedDraw, GatewayViolation } from "./rules.findings";
import type { GatewayMoney, OwnMoney } from "./rules.gateway-money";
import { addOwnMoney } from "./rules.gateway-money";
import { listCapturedNumbers, listDoneRefunds } from "./store.captures";

/**
 * `lacking` is our money that the gateway finds by number, but doesn't show in its report yet. `untimed` counts rows
 * without a time.
 */
export type PaymentsCheckResult = {
  violations: GatewayViolation[];
  money: GatewayMoney;
  own: GatewayMoney;
  lacking: OwnMoney[];
  untimed: Comparison["untimed"];
};

type Overdue = Pick<GatewayViolation, "drawId" | "subject">;

/** Compares payments sent by `at`, and since `from` unless that is null. */
export type PaymentsRequest = { overdue?: Overdue[]; at: Date; from?: Date | null; tell?: ReportProgress };

const batchSize = 1000;

/** Keyed by number. `owner` is the number of the payment, `reversalId` the gateway's id of a refund. */
type UnreportedMoney = Map<string, { money: OwnMoney; owner: string; access: ReportAccess; reversalId: string | null }>;

/**
 * Compares each merchant's report with our payments. Differences are looked up again by number, because most are
 * payments in flight or a report that lags.
 */
export async function checkPayments(
  ctx: Context,
  draws: CheckedDraw[],
  { overdue = [], at, from = null, tell = ignoreProgress }: PaymentsRequest,
): Promise<PaymentsCheckResult> {
  const drawIds = new Set(draws.map(({ drawId }) => drawId));
  const comparison: Comparison = {
    at,
    from,
    drawIds,
    reportedNumbers: new Set(),
    discrepancies: new Map(),
    counted: new Set(),
    money: new Map(),
    untimed: new Map(),
  };
  const merchantMoney: GatewayMoney = new Map();
  const unreported: UnreportedMoney = new Map();
  const { merchants, unavailable } = await listMerchants(ctx, draws);
  const violations = [...unavailable];
  const readable = new Map<string, ReportAccess>();
  for (const merchant of merchants) {
    const read = await readCaptures(ctx, merchant, comparison, tell);
    if (!read.ok) violations.push(...createUnreadableViolations(merchant, read.reason));
    else for (const { drawId } of merchant.draws) readable.set(drawId, read);
  }
  for (const [drawId, access] of readable)
    await addOwnPayments(ctx, drawId, access, { comparison, own: merchantMoney, unreported });
  for (const { drawId, subject } of overdue) {
    const access = readable.get(drawId ?? "");
    if (access) comparison.discrepancies.set(subject, access);
  }
  // Around midnight the gateway dates some payments on another day than we do.
  const numbersOutsideSpan = new Set<string>();
  const rechecked = await recheckDiscrepancies(ctx, comparison.discrepancies, (rows) => {
    for (const row of rows)
      if (row.at && (row.at > at || (from && row.at < from))) numbersOutsideSpan.add(row.orderNumber);
  });
  violations.push(...rechecked);
  const wrongNumbers = new Set(rechecked.map(({ subject }) => subject));
  for (const [number, { owner }] of unreported)
    if (numbersOutsideSpan.has(number) || wrongNumbers.has(owner)) unreported.delete(number);
  const { money, untimed } = comparison;
  return {
    violations,
    money,
    own: merchantMoney,
    untimed,
    lacking: from ? await listUnreportedAtGateway(ctx, unreported) : [],
  };
}

function createUnreadableViolations({ merchantId, draws }: Merchant, reason: string): GatewayViolation[] {
  return draws.map(({ drawId }) => ({
    check: "gateway-unreachable",
    drawId,
    subject: merchantId,
    detail: { reason },
  }));
}

/** Adds our money of a draw to `own`, and the part that no report showed to `unreported`. */
async function addOwnPayments(
  ctx: Context,
  drawId: string,
  access: ReportAccess,
  { comparison, own, unreported }: { comparison: Comparison; own: GatewayMoney; unreported: UnreportedMoney },
): Promise<void> {
  const { from, at, reportedNumbers, discrepancies } = comparison;
  const add = (number: string, owner: string, money: OwnMoney, reversalId: string | null = null) => {
    addOwnMoney(own, money);
    if (reportedNumbers.has(number)) return;
    discrepancies.set(owner, access);
    unreported.set(number, { money, owner, access, reversalId });
  };
  for (const refund of await listDoneRefunds(ctx.db, { drawId, span: { from, at } })) {
    const { refundNumber, gatewayOrderNumber, amountCents, transactionId } = refund;
    add(refundNumber, gatewayOrderNumber, { kind: "refund", drawId, amountCents }, transactionId);
  }
  let after = "";
  for (;;) {
    const payments = await listCapturedNumbers(ctx.db, { drawId, span: { from, at }, after, limit: batchSize });
    for (const { number, amountCents } of payments) add(number, number, { kind: "payment", drawId, amountCents });
    if (payments.length < batchSize) return;
    after = payments.at(-1)?.number ?? after;
  }
}

/** A refund made at the gateway by hand never has our number in the report. */
async function wasRefundedElsewhere(
  ctx: Context,
  number: string,
  { access, reversalId }: { access: ReportAccess; reversalId: string | null },
) {
  if (reversalId === null) return false;
  const payment = await ctx.gateway.readPayment(access.credentials, reversalId, number);
  return payment.kind === "not-found";
}

/** Lists money that the gateway finds by number although no report showed it. */
async function listUnreportedAtGateway(ctx: Context, unreported: UnreportedMoney): Promise<OwnMoney[]> {
  const lacking: OwnMoney[] = [];
  for (const [number, one] of unreported) if (!(await wasRefundedElsewhere(ctx, number, one))) lacking.push(one.money);
  return lacking;
}
