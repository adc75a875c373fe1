import "server-only";

import { dayMs } from "@/lib/days";
import { readCredentials } from "@/lib/draws/read-credentials";
import type { ListedPayment, PaymentAccount } from "@/lib/gateways/payment/gateway";
import type { RefundRow } from "@/lib/orders/store.refunds";
import { listReversals } from "./list-reversals";
import { findGivenBack } from "./rules.adjustments";
import type { RefundContext } from "./send-refund";
import type { KnownRefund } from "./settle-refund";

/** What a look told of a refund. `unknown` with `isSilent`: the gateway gave no answer. */
export type FoundRefund =
  | Exclude<KnownRefund, { kind: "unknown" }>
  | { kind: "unknown"; isSilent: boolean }
  | { kind: "not-found" };

const silent = { kind: "unknown", isSilent: true } as const;

function readRows({ method, amountCents }: RefundRow, rows: ListedPayment[]): FoundRefund {
  const approved = rows.filter((row) => row.approved);
  const made = approved.find((row) => row.kind === method && row.amountCents === amountCents);
  if (made) return { kind: "done", transactionId: made.transactionId, code: null };
  if (approved.length > 0) return { kind: "unknown", isSilent: false };
  return rows.length > 0 ? { kind: "refused", reason: "refund-refused", code: null } : { kind: "not-found" };
}

/** Looks into the report for the refund's own number. Without a reporting passcode the payment itself must tell. */
async function findInReport(ctx: RefundContext, credentials: PaymentAccount, refund: RefundRow): Promise<FoundRefund> {
  const from = new Date(refund.requestedAt.getTime() - dayMs);
  const to = new Date(ctx.now().getTime() + dayMs);
  const list = await ctx.gateway.listPayments(credentials, { from, to, orderNumber: refund.refundNumber });
  if (list.kind === "unreachable") return silent;
  return list.kind === "listed" ? readRows(refund, list.payments) : { kind: "not-found" };
}

/**
 * Searches the payment for money that went back and that none of our refunds accounts for. The report lags, and the
 * gateway may omit our number; if all of this refund's money is back, it must not be returned again.
 */
async function findAtPayment(ctx: RefundContext, credentials: PaymentAccount, refund: RefundRow): Promise<FoundRefund> {
  const given = await listReversals(ctx, credentials, refund);
  if (!given) return silent;
  const made = findGivenBack(refund, given);
  return made
    ? { kind: "done", transactionId: made.transactionId, code: null, method: made.kind }
    : { kind: "not-found" };
}

/** Looks up a refund whose answer was lost: in the gateway's report by the refund's number, then at the payment. */
export async function findRefund(ctx: RefundContext, refund: RefundRow): Promise<FoundRefund> {
  const credentials = await readCredentials(ctx, refund.drawId);
  if (!credentials) return { kind: "unknown", isSilent: false };
  const reported = await findInReport(ctx, credentials, refund);
  if (reported.kind === "not-found") return findAtPayment(ctx, credentials, refund);
  if (reported.kind !== "unknown" || reported.isSilent) return reported;
  // Another amount went back under its number: the rest of it, if the payment shows that all is back.
  const paid = await findAtPayment(ctx, credentials, refund);
  return paid.kind === "done" ? paid : reported;
}
