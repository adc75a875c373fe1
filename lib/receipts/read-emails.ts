import "server-only";

import type { Context } from "@/lib/context";
import type { Draw } from "@/lib/draws/schema";
import { readDrawRecord } from "@/lib/draws/store";
import { toDollars } from "@/lib/money";
import { projectOrder } from "@/lib/orders/project-order";
import type { OrderRecord } from "@/lib/orders/store";
import { readOrderRecords } from "@/lib/orders/store.records";
import type { Database } from "@/lib/platform/db/database";
import { translatorOf } from "@/lib/platform/i18n/translator";
import type { EmailContent } from "./rules.email";
import type { EmailRefund } from "./rules.emails";
import { writeEmail } from "./rules.emails";
import type { ClaimedMail } from "./store.outbox";

type EmailContext = Pick<Context, "db" | "now" | "sealer" | "checkoutHost">;

/** An email with where it goes and where answers go. */
export type AddressedEmail = { to: string; replyTo: string | null; email: EmailContent };

/** The refund that a mail is named for: its own number, or the payment that it gives back whole. */
function refundOf({ refunds, ranges, order }: OrderRecord, mailId: string): EmailRefund {
  const named =
    refunds.find(({ refundNumber }) => mailId.endsWith(refundNumber)) ??
    refunds.find(({ cause, gatewayOrderNumber }) => cause === "surplus" && mailId.endsWith(gatewayOrderNumber)) ??
    refunds.at(-1);
  const lines = new Set(named?.lineNumbers);
  return {
    amount: toDollars(named?.amountCents ?? order.amountCents),
    isCash: named?.method === "cash",
    numbers: ranges
      .filter(({ lineNumber }) => lines.has(lineNumber))
      .map(({ poolId, firstNumber, lastNumber }) => ({ poolId, first: firstNumber, last: lastNumber, void: true })),
  };
}

function writeTold(ctx: EmailContext, mail: ClaimedMail, record: OrderRecord, draw: Draw): AddressedEmail | null {
  if (!record.order.buyer?.email) return null;
  const order = projectOrder(record, ctx);
  const language = order.locale;
  const paper = { t: translatorOf(language), language, order, draw, checkoutHost: ctx.checkoutHost };
  const refund = refundOf(record, mail.mailId);
  const email = writeEmail(paper, { kind: mail.kind, queuedAt: mail.queuedAt, refund });
  return { to: record.order.buyer.email, replyTo: draw.supportEmail ?? null, email };
}

/** A draw that cannot be read holds up its own mails alone. */
async function readDraws(db: Database, drawIds: string[]): Promise<(drawId: string) => Draw | undefined> {
  const settled = await Promise.allSettled(drawIds.map((drawId) => readDrawRecord(db, drawId)));
  return (drawId) => {
    const found = settled[drawIds.indexOf(drawId)];
    if (found?.status === "rejected") throw found.reason;
    return found?.value?.draw;
  };
}

/**
 * Reads what some queued mails tell, as it is now, in a few statements for all of them. Gives what writes each: null
 * where its order has no address to send it to; it throws where the order or its draw is not there.
 */
export async function readEmails(
  ctx: EmailContext,
  mails: readonly ClaimedMail[],
): Promise<(mail: ClaimedMail) => AddressedEmail | null> {
  const [records, drawOf] = await Promise.all([
    readOrderRecords(ctx.db, mails),
    readDraws(ctx.db, [...new Set(mails.map(({ drawId }) => drawId))]),
  ]);
  return (mail) => {
    const record = records.find(({ order }) => order.drawId === mail.drawId && order.orderId === mail.orderId);
    const draw = drawOf(mail.drawId);
    if (!record || !draw) throw new Error("A mail was queued for an order that does not exist.");
    return writeTold(ctx, mail, record, draw);
  };
}
