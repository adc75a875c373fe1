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
 * What the gateway's reports say against our attempts and refunds, its money by draw and ours beside it. Of a
 * day, `lacking` is what the reports don't have yet although the gateway knows it by its number, and `untimed` how many
 * rows came without a time, by draw.
 */
export type PaymentsChecked = {
  violations: GatewayViolation[];
  money: GatewayMoney;
  own: GatewayMoney;
  lacking: OwnMoney[];
  untimed: Comparison["untimed"];
};

/** Attempts that wait past their deadline, as the database found them: the gateway says whether their money came. */
type Overdue = Pick<GatewayViolation, "drawId" | "subject">;

/**
 * What is compared: payments sent by `at`, and with `from` since then; attempts that wait, and who is told how far it
 * is.
 */
export type PaymentsRequest = { overdue?: Overdue[]; at: Date; from?: Date | null; tell?: ReportProgress };

const batch = 1000;

function unreadable({ merchantId, draws }: Merchant, reason: string): GatewayViolation[] {
  return draws.map(({ drawId }) => ({
    check: "gateway-unreachable",
    drawId,
    subject: merchantId,
    detail: { reason },
  }));
}

/**
 * Money of ours that no report showed, by its number; `owner` is the number of its payment, `reversalId` the gateway's
 * of a refund.
 */
type Unseen = Map<string, { money: OwnMoney; owner: string; access: ReportAccess; reversalId: string | null }>;

/** Sums what we have of a draw, and adds every captured attempt and every refund that no report showed. */
async function addUnseen(
  ctx: Context,
  drawId: string,
  access: ReportAccess,
  { comparison, own, unseen }: { comparison: Comparison; own: GatewayMoney; unseen: Unseen },
): Promise<void> {
  const { from, at, seen, discrepancies } = comparison;
  const add = (number: string, owner: string, money: OwnMoney, reversalId: string | null = null) => {
    addOwnMoney(own, money);
    if (seen.has(number)) return;
    discrepancies.set(owner, access);
    unseen.set(number, { money, owner, access, reversalId });
  };
  for (const refund of await listDoneRefunds(ctx.db, { drawId, span: { from, at } })) {
    const { refundNumber, gatewayOrderNumber, amountCents, transactionId } = refund;
    add(refundNumber, gatewayOrderNumber, { kind: "refund", drawId, amountCents }, transactionId);
  }
  let after = "";
  for (;;) {
    const payments = await listCapturedNumbers(ctx.db, { drawId, span: { from, at }, after, limit: batch });
    for (const { number, amountCents } of payments) add(number, number, { kind: "payment", drawId, amountCents });
    if (payments.length < batch) return;
    after = payments.at(-1)?.number ?? after;
  }
}

/** A refund that a person made at the gateway, past us, never comes to stand in its report under our number. */
async function isMadeElsewhere(
  ctx: Context,
  number: string,
  { access, reversalId }: { access: ReportAccess; reversalId: string | null },
) {
  if (reversalId === null) return false;
  const found = await ctx.gateway.readPayment(access.credentials, reversalId, number);
  return found.kind === "not-found";
}

/** What the reports don't have yet, of what no report showed and the gateway knows by its number. */
async function listLacking(ctx: Context, unseen: Unseen): Promise<OwnMoney[]> {
  const lacking: OwnMoney[] = [];
  for (const [number, one] of unseen) if (!(await isMadeElsewhere(ctx, number, one))) lacking.push(one.money);
  return lacking;
}

/**
 * Compares the attempts and refunds of `draws` that were sent by `at`, and with `from` since then, with the reports of
 * their merchants, each asked once, in both directions. What does not agree at a first look is looked at again by its
 * number, which tells a payment in flight and a report that lags from a loss. A merchant that cannot be asked is a
 * violation, never clean. Of a day, a row without a time counts by our own.
 */
export async function checkPayments(
  ctx: Context,
  draws: CheckedDraw[],
  { overdue = [], at, from = null, tell = ignoreProgress }: PaymentsRequest,
): Promise<PaymentsChecked> {
  const drawIds = new Set(draws.map(({ drawId }) => drawId));
  const comparison: Comparison = {
    at,
    from,
    drawIds,
    seen: new Set(),
    discrepancies: new Map(),
    counted: new Set(),
    money: new Map(),
    untimed: new Map(),
  };
  const own: GatewayMoney = new Map();
  const unseen: Unseen = new Map();
  const { merchants, unasked } = await listMerchants(ctx, draws);
  const violations = [...unasked];
  const readable = new Map<string, ReportAccess>();
  for (const merchant of merchants) {
    const read = await readCaptures(ctx, merchant, comparison, tell);
    if (!read.ok) violations.push(...unreadable(merchant, read.reason));
    else for (const { drawId } of merchant.draws) readable.set(drawId, read);
  }
  for (const [drawId, access] of readable) await addUnseen(ctx, drawId, access, { comparison, own, unseen });
  for (const { drawId, subject } of overdue) {
    const access = readable.get(drawId ?? "");
    if (access) comparison.discrepancies.set(subject, access);
  }
  // Numbers that the gateway dates outside of what is compared, as around midnight.
  const elsewhere = new Set<string>();
  const found = await recheckDiscrepancies(ctx, comparison.discrepancies, (rows) => {
    for (const row of rows) if (row.at && (row.at > at || (from && row.at < from))) elsewhere.add(row.orderNumber);
  });
  violations.push(...found);
  const isWrong = new Set(found.map(({ subject }) => subject));
  for (const [number, { owner }] of unseen) if (elsewhere.has(number) || isWrong.has(owner)) unseen.delete(number);
  const { money, untimed } = comparison;
  return { violations, money, own, untimed, lacking: from ? await listLacking(ctx, unseen) : [] };
}
