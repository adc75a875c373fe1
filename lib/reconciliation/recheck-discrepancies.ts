import "server-only";

import type { Context } from "@/lib/context";
import { dayMs } from "@/lib/days";
import type { ListedPayment, PaymentAccount } from "@/lib/gateways/payment/gateway";
import { listPayments } from "@/lib/gateways/payment/list-payments";
import type { ReportAccess } from "./read-captures";
import type { AttemptFacts } from "./rules.captures";
import { compareCaptures, paymentNumbersOf } from "./rules.captures";
import type { GatewayViolation } from "./rules.findings";
import type { Restore } from "./rules.lost";
import { findRestore } from "./rules.lost";
import { findAttemptFacts } from "./store.captures";
import { findLostPayment, listRestores } from "./store.lost";

/** The most payments that one check asks about again, and how many at once. */
const maxRechecks = 2000;
const atOnce = 8;

type Recheck = GatewayViolation[] | "no-answer";

/** A report may lag behind the money: the payment itself, asked for by its id, does not. */
async function findMissing(
  ctx: Context,
  credentials: PaymentAccount,
  attempt: AttemptFacts,
  missing: GatewayViolation,
): Promise<Recheck> {
  const { gatewayOrderNumber, gatewayTransactionId, amountCents } = attempt;
  if (!gatewayTransactionId) return [missing];
  const found = await ctx.gateway.readPayment(credentials, gatewayTransactionId, gatewayOrderNumber);
  if (found.kind === "unknown") return "no-answer";
  if (found.kind !== "approved") return [missing];
  if (found.amountCents === amountCents) return [];
  return [{ ...missing, check: "capture-amount", detail: { amountCents, capturedCents: found.amountCents } }];
}

/** The rows of a payment and of its refunds, which have numbers of their own; null when the gateway does not answer. */
async function listRows(
  ctx: Context,
  number: string,
  { credentials, from }: ReportAccess,
): Promise<ListedPayment[] | null> {
  const to = new Date(ctx.now().getTime() + dayMs);
  const known = await findFacts(ctx, number);
  const numbers = [number, ...(known?.refunds ?? []).map(({ refundNumber }) => refundNumber)];
  const rows: ListedPayment[] = [];
  for (const orderNumber of numbers) {
    const list = await listPayments(ctx, credentials, { from, to, orderNumber });
    if (list.kind !== "listed") return null;
    rows.push(...list.payments);
  }
  return rows;
}

async function findFacts(ctx: Context, number: string): Promise<AttemptFacts | null> {
  return (await findAttemptFacts(ctx.db, [number])).get(number) ?? null;
}

/** A refund that the report does not show yet: the payment itself knows what was given back of it. */
async function findReversal(
  ctx: Context,
  credentials: PaymentAccount,
  { gatewayTransactionId }: AttemptFacts,
  missing: GatewayViolation,
): Promise<Recheck> {
  if (!gatewayTransactionId) return [missing];
  const list = await ctx.gateway.listAdjustments(credentials, gatewayTransactionId);
  if (list.kind === "unknown") return "no-answer";
  const adjustments = list.kind === "listed" ? list.adjustments : [];
  const givenBackCents = adjustments.reduce((sum, { amountCents }) => sum + amountCents, 0);
  return givenBackCents >= Number(missing.detail.refundedCents) ? [] : [missing];
}

/**
 * Whether a refund that nobody here knows belongs to a payment that was lost with a database, found again or not: what
 * is still kept of that payment is told by its own number.
 */
async function isOfLostPayment(ctx: Context, refundNumber: string, { credentials, from }: ReportAccess) {
  const to = new Date(ctx.now().getTime() + dayMs);
  for (const orderNumber of paymentNumbersOf(refundNumber)) {
    const list = await listPayments(ctx, credentials, { from, to, orderNumber });
    if (list.kind !== "listed") return "no-answer";
    if (list.payments.some(({ kind, approved }) => kind === "capture" && approved)) {
      const isKnown = (await findFacts(ctx, orderNumber)) !== null;
      return !isKnown || (await findLostPayment(ctx.db, orderNumber)) !== null;
    }
  }
  return false;
}

/** What is known of money that no row here has: the restore that may have lost a payment decides the advice. */
function strangerDetail(rows: readonly ListedPayment[], merchantId: string, restores: readonly Restore[]) {
  const capture = rows.find(({ kind, approved }) => kind === "capture" && approved);
  const restore = capture ? findRestore(restores, capture.at) : null;
  return { merchantId, ...(capture ? { restoredTo: restore?.restoredTo.toISOString() ?? null } : {}) };
}

/** What a look by number needs: which restores may have lost payments, and who notes the rows that it finds. */
type Looking = { restores: readonly Restore[]; noteRows: (rows: readonly ListedPayment[]) => void };

/** Asks the gateway first and the database after it: what was in flight meanwhile is settled, or still open. */
async function recheck(
  ctx: Context,
  number: string,
  access: ReportAccess,
  { restores, noteRows }: Looking,
): Promise<Recheck> {
  const { credentials } = access;
  const settledBy = ctx.now();
  const rows = await listRows(ctx, number, access);
  if (!rows) return "no-answer";
  noteRows(rows);
  const attempt = await findFacts(ctx, number);
  const violations = compareCaptures(number, attempt, rows, ctx.now(), settledBy).map(({ check, detail }) => ({
    check,
    drawId: attempt?.drawId ?? null,
    subject: number,
    detail: attempt ? detail : { ...detail, ...strangerDetail(rows, credentials.merchantId, restores) },
  }));
  const [only] = violations;
  if (only?.check === "refund-unknown") {
    const isLost = await isOfLostPayment(ctx, number, access);
    return isLost === "no-answer" ? isLost : isLost ? [] : violations;
  }
  if (!attempt || !only || violations.length > 1) return violations;
  if (only.check === "capture-missing") return findMissing(ctx, credentials, attempt, only);
  return only.check === "refund-missing" ? findReversal(ctx, credentials, attempt, only) : violations;
}

function notRechecked(access: ReportAccess | undefined, reason: string, payments: number): GatewayViolation {
  const subject = access?.credentials.merchantId ?? "";
  return { check: "gateway-unreachable", drawId: null, subject, detail: { reason, payments } };
}

/**
 * Looks again at payments that did not agree at a first look, each by its own number, and gives what still does not.
 * When the gateway stops answering, or there are too many, what was left out is a `gateway-unreachable` of its own.
 * `noteRows` is given the rows of each.
 */
export async function recheckDiscrepancies(
  ctx: Context,
  discrepancies: ReadonlyMap<string, ReportAccess>,
  noteRows: Looking["noteRows"],
): Promise<GatewayViolation[]> {
  const all = [...discrepancies];
  const violations: GatewayViolation[] = [];
  const looking = { restores: await listRestores(ctx.db), noteRows };
  for (let at = 0; at < all.length; at += atOnce) {
    if (at >= maxRechecks) return [...violations, notRechecked(all[at]?.[1], "too-many-payments", all.length - at)];
    const batch = all.slice(at, at + atOnce);
    const looks = await Promise.all(batch.map(([number, access]) => recheck(ctx, number, access, looking)));
    violations.push(...looks.flatMap((look) => (look === "no-answer" ? [] : look)));
    const unanswered = looks.indexOf("no-answer");
    if (unanswered >= 0) {
      const left = looks.filter((look) => look === "no-answer").length + Math.max(0, all.length - at - atOnce);
      return [...violations, notRechecked(batch[unanswered]?.[1], "no-answer", left)];
    }
  }
  return violations;
}
