import "server-only";

import type { Context } from "@/lib/context";
import { readDrawRecord } from "@/lib/draws/store";
import { toDollars } from "@/lib/money";
import { projectOrder } from "@/lib/orders/project-order";
import type { OrderRecord } from "@/lib/orders/store";
import { readOrderRecord } from "@/lib/orders/store";
import { translatorOf } from "@/lib/platform/i18n/translator";
import type { EmailContent } from "./rules.email";
import type { EmailRefund } from "./rules.emails";
import { writeEmail } from "./rules.emails";
import type { MailRow } from "./store";

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

/** Reads what a queued mail tells, as it is now. Null when its order has no address to send it to. */
export async function readEmail(ctx: EmailContext, mail: MailRow): Promise<AddressedEmail | null> {
  const [record, drawRecord] = await Promise.all([
    readOrderRecord(ctx.db, mail.drawId, mail.orderId),
    readDrawRecord(ctx.db, mail.drawId),
  ]);
  if (!record || !drawRecord) throw new Error("A mail was queued for an order that does not exist.");
  if (!record.order.buyer?.email) return null;
  const order = projectOrder(record, ctx);
  const { draw } = drawRecord;
  const language = order.locale;
  const paper = { t: translatorOf(language), language, order, draw, checkoutHost: ctx.checkoutHost };
  const refund = refundOf(record, mail.mailId);
  const email = writeEmail(paper, { kind: mail.kind, queuedAt: mail.queuedAt, refund });
  return { to: record.order.buyer.email, replyTo: draw.supportEmail ?? null, email };
}
