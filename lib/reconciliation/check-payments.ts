import "server-only";

import type { Context } from "@/lib/context";
import type { Tell } from "@/lib/progress";
import { untold } from "@/lib/progress";
import type { Merchant } from "./list-merchants";
import { listMerchants } from "./list-merchants";
import type { Comparison, ReportAccess } from "./read-captures";
import { readCaptures } from "./read-captures";
import { recheckDiscrepancies } from "./recheck-discrepancies";
import type { CheckedDraw, GatewayViolation } from "./rules.findings";
import type { GatewayMoney } from "./rules.gateway-money";
import { listCapturedNumbers, listDoneRefunds } from "./store.captures";

/** What the gateway's reports say against our attempts and refunds, and its money by draw. */
export type PaymentsChecked = { violations: GatewayViolation[]; money: GatewayMoney };

/** Attempts that wait past their deadline, as the database found them: the gateway says whether their money came. */
type Overdue = Pick<GatewayViolation, "drawId" | "subject">;

/**
 * What is compared: payments sent by `at`, and with `from` since then; attempts that wait, and who is told how far it
 * is.
 */
export type PaymentsRequest = { overdue?: Overdue[]; at: Date; from?: Date | null; tell?: Tell };

const batch = 1000;

function unreadable({ merchantId, draws }: Merchant, reason: string): GatewayViolation[] {
  return draws.map(({ drawId }) => ({
    check: "gateway-unreachable",
    drawId,
    subject: merchantId,
    detail: { reason },
  }));
}

/** Adds every captured attempt and every refund of a draw that no report showed. */
async function addUnseen(ctx: Context, drawId: string, access: ReportAccess, comparison: Comparison): Promise<void> {
  const { from, at, seen, discrepancies } = comparison;
  for (const { refundNumber, gatewayOrderNumber } of await listDoneRefunds(ctx.db, { drawId, span: { from, at } })) {
    if (!seen.has(refundNumber)) discrepancies.set(gatewayOrderNumber, access);
  }
  let after = "";
  for (;;) {
    const numbers = await listCapturedNumbers(ctx.db, { drawId, span: { from, at }, after, limit: batch });
    for (const number of numbers) if (!seen.has(number)) discrepancies.set(number, access);
    if (numbers.length < batch) return;
    after = numbers.at(-1) ?? after;
  }
}

/**
 * Compares the attempts and refunds of `draws` that were sent by `at`, and with `from` since then, with the reports of
 * their merchants, each asked once, in both directions. What does not agree at a first look is looked at again by its
 * number, which tells a payment in flight and a report that lags from a loss. A merchant that cannot be asked is a
 * violation, never clean.
 */
export async function checkPayments(
  ctx: Context,
  draws: CheckedDraw[],
  { overdue = [], at, from = null, tell = untold }: PaymentsRequest,
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
  };
  const { merchants, unasked } = await listMerchants(ctx, draws);
  const violations = [...unasked];
  const readable = new Map<string, ReportAccess>();
  for (const merchant of merchants) {
    const read = await readCaptures(ctx, merchant, comparison, tell);
    if (!read.ok) violations.push(...unreadable(merchant, read.reason));
    else for (const { drawId } of merchant.draws) readable.set(drawId, read);
  }
  for (const [drawId, access] of readable) await addUnseen(ctx, drawId, access, comparison);
  for (const { drawId, subject } of overdue) {
    const access = readable.get(drawId ?? "");
    if (access) comparison.discrepancies.set(subject, access);
  }
  violations.push(...(await recheckDiscrepancies(ctx, comparison.discrepancies)));
  return { violations, money: comparison.money };
}
