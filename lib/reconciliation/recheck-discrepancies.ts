import "server-only";

import type { Context } from "@/lib/context";
import { dayMs } from "@/lib/durations";
import { listPayments } from "@/lib/gateways/payment/list-payments";
import type { ListedPayment, PaymentAccount } from "@/lib/gateways/payment/port";
import type { ReportAccess } from "./read-captures";
import type { RecordedAttempt } from "./rules.captures";
import { compareCaptures, listPaymentNumbers } from "./rules.captures";
import type { GatewayViolation } from "./rules.findings";
import type { Restore } from "./rules.lost";
import { findRestore } from "./rules.lost";
import { findRecordedAttempts } from "./store.captures";
import { findLostPayment, listRestores } from "./store.lost";

/** Limits the payments that one check looks up, in all and at once. */
const maxRechecks = 2000;
const concurrency = 8;

type Recheck = GatewayViolation[] | "no-answer";

type LookupOptions = { restores: readonly Restore[]; noteRows: (rows: readonly ListedPayment[]) => void };

/** If the gateway stops answering or there are too many, the rest becomes one violation `gateway-unreachable`. */
export async function recheckDiscrepancies(
  ctx: Context,
  discrepancies: ReadonlyMap<string, ReportAccess>,
  noteRows: LookupOptions["noteRows"],
): Promise<GatewayViolation[]> {
  const all = [...discrepancies];
  const violations: GatewayViolation[] = [];
  const options = { restores: await listRestores(ctx.db), noteRows };
  for (let index = 0; index < all.length; index += concurrency) {
    if (index >= maxRechecks)
      return [...violations, uncheckedPayments(all[index]?.[1], "too-many-payments", all.length - index)];
    const batch = all.slice(index, index + concurrency);
    const results = await Promise.all(batch.map(([number, access]) => recheck(ctx, number, access, options)));
    violations.push(...results.flatMap((result) => (result === "no-answer" ? [] : result)));
    const unanswered = results.indexOf("no-answer");
    if (unanswered >= 0) {
      const remaining =
        results.filter((result) => result === "no-answer").length + Math.max(0, all.length - index - concurrency);
      return [...violations, uncheckedPayments(batch[unanswered]?.[1], "no-answer", remaining)];
    }
  }
  return violations;
}

/** Reads the payment itself, which doesn't lag like the report. */
async function checkMissingCapture(
  ctx: Context,
  credentials: PaymentAccount,
  attempt: RecordedAttempt,
  missing: GatewayViolation,
): Promise<Recheck> {
  const { gatewayOrderNumber, gatewayTransactionId, amountCents } = attempt;
  if (!gatewayTransactionId) return [missing];
  const payment = await ctx.gateway.readPayment(credentials, gatewayTransactionId, gatewayOrderNumber);
  if (payment.kind === "unknown") return "no-answer";
  if (payment.kind !== "approved") return [missing];
  if (payment.amountCents === amountCents) return [];
  return [{ ...missing, check: "capture-amount", detail: { amountCents, capturedCents: payment.amountCents } }];
}

/** Reads the rows of a payment and of its refunds. Null if the gateway does not answer. */
async function listRows(
  ctx: Context,
  number: string,
  { credentials, from }: ReportAccess,
): Promise<ListedPayment[] | null> {
  const to = new Date(ctx.now().getTime() + dayMs);
  const facts = await findRecordedAttempt(ctx, number);
  const numbers = [number, ...(facts?.refunds ?? []).map(({ refundNumber }) => refundNumber)];
  const rows: ListedPayment[] = [];
  for (const orderNumber of numbers) {
    const list = await listPayments(ctx, credentials, { from, to, orderNumber });
    if (list.kind !== "listed") return null;
    rows.push(...list.payments);
  }
  return rows;
}

async function findRecordedAttempt(ctx: Context, number: string): Promise<RecordedAttempt | null> {
  return (await findRecordedAttempts(ctx.db, [number])).get(number) ?? null;
}

/** Reads at the payment itself how much of it was returned. */
async function checkReversal(
  ctx: Context,
  credentials: PaymentAccount,
  { gatewayTransactionId }: RecordedAttempt,
  missing: GatewayViolation,
): Promise<Recheck> {
  if (!gatewayTransactionId) return [missing];
  const list = await ctx.gateway.listAdjustments(credentials, gatewayTransactionId);
  if (list.kind === "unknown") return "no-answer";
  const adjustments = list.kind === "listed" ? list.adjustments : [];
  const givenBackCents = adjustments.reduce((sum, { amountCents }) => sum + amountCents, 0);
  return givenBackCents >= Number(missing.detail.refundedCents) ? [] : [missing];
}

/** Returns true if the unknown refund is of a payment that was lost with a database. */
async function isOfLostPayment(ctx: Context, refundNumber: string, { credentials, from }: ReportAccess) {
  const to = new Date(ctx.now().getTime() + dayMs);
  for (const orderNumber of listPaymentNumbers(refundNumber)) {
    const list = await listPayments(ctx, credentials, { from, to, orderNumber });
    if (list.kind !== "listed") return "no-answer";
    if (list.payments.some(({ kind, approved }) => kind === "capture" && approved)) {
      const isKnown = (await findRecordedAttempt(ctx, orderNumber)) !== null;
      return !isKnown || (await findLostPayment(ctx.db, orderNumber)) !== null;
    }
  }
  return false;
}

/** `restoredTo` is the restore that may have lost the payment. The command's advice depends on it. */
function unknownMoneyDetail(rows: readonly ListedPayment[], merchantId: string, restores: readonly Restore[]) {
  const capture = rows.find(({ kind, approved }) => kind === "capture" && approved);
  const restore = capture ? findRestore(restores, capture.at) : null;
  return { merchantId, ...(capture ? { restoredTo: restore?.restoredTo.toISOString() ?? null } : {}) };
}

/** Asks the gateway before reading our row, in which a payment then in flight is now settled or still open. */
async function recheck(
  ctx: Context,
  number: string,
  access: ReportAccess,
  { restores, noteRows }: LookupOptions,
): Promise<Recheck> {
  const { credentials } = access;
  const settledBy = ctx.now();
  const rows = await listRows(ctx, number, access);
  if (!rows) return "no-answer";
  noteRows(rows);
  const attempt = await findRecordedAttempt(ctx, number);
  const violations = compareCaptures(number, attempt, rows, ctx.now(), settledBy).map(({ check, detail }) => ({
    check,
    drawId: attempt?.drawId ?? null,
    subject: number,
    detail: attempt ? detail : { ...detail, ...unknownMoneyDetail(rows, credentials.merchantId, restores) },
  }));
  const [only] = violations;
  if (only?.check === "refund-unknown") {
    const isLost = await isOfLostPayment(ctx, number, access);
    return isLost === "no-answer" ? isLost : isLost ? [] : violations;
  }
  if (!attempt || !only || violations.length > 1) return violations;
  if (only.check === "capture-missing") return checkMissingCapture(ctx, credentials, attempt, only);
  return only.check === "refund-missing" ? checkReversal(ctx, credentials, attempt, only) : violations;
}

function uncheckedPayments(access: ReportAccess | undefined, reason: string, payments: number): GatewayViolation {
  const subject = access?.credentials.merchantId ?? "";
  return { check: "gateway-unreachable", drawId: null, subject, detail: { reason, payments } };
}
