import "server-only";

import { projectAdminOrder } from "@/lib/admin/find-admin-orders";
import type { Context } from "@/lib/context";
import { checkReach } from "@/lib/draws/check-reach";
import type { Draw } from "@/lib/draws/schema";
import { readDrawRecord } from "@/lib/draws/store";
import type { LocalText } from "@/lib/local-text";
import { localText } from "@/lib/local-text";
import { toDollars } from "@/lib/money";
import { maskPhone } from "@/lib/orders/rules.identity";
import { paymentMethodOf } from "@/lib/orders/rules.payment";
import { latestTries } from "@/lib/orders/rules.refunds";
import type { OrderRecord } from "@/lib/orders/store";
import { readOrderRecord } from "@/lib/orders/store";
import { listEntries } from "@/lib/orders/store.audit";
import { listNotes } from "@/lib/orders/store.notes";
import { withRetry } from "@/lib/platform/db/errors";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import { listMails } from "@/lib/receipts/store";
import { refundableLines } from "@/lib/refunds/rules";
import type { AdminRefusal } from "@/lib/refuse-admin";
import type { Right } from "@/lib/rights";
import { reachesDraw, reachOf } from "@/lib/rights";
import type { ConsoleAction, ConsoleOrder } from "./rules.order";
import { actionsOf, nextStepOf } from "./rules.order";
import { findOrderId, readPeople } from "./store.order";

type OrderKey = { instanceId: string; orderCode: string };

/** By its code, which stands on receipts and opens nothing: an id would open the order to whoever reads the address. */
export async function viewOrder(
  ctx: Context,
  { instanceId: drawId, orderCode }: OrderKey,
): Promise<{ ok: true; order: ConsoleOrder } | Refusal<AdminRefusal | "order-not-found">> {
  const refused = await checkReach(ctx, "find", drawId, "order-not-found");
  if (refused) return refused;
  if (!/^[0-9A-Z]{1,40}$/.test(orderCode)) return refuse("order-not-found");
  const order = await withRetry(ctx, () => readOnce(ctx, drawId, orderCode));
  return order ? { ok: true, order } : refuse("order-not-found");
}

async function readOnce(ctx: Context, drawId: string, orderCode: string): Promise<ConsoleOrder | null> {
  const orderId = await findOrderId(ctx.db, drawId, orderCode);
  const record = orderId === null ? null : await readOrderRecord(ctx.db, drawId, orderId);
  const sale = record && (await readDrawRecord(ctx.db, drawId));
  if (orderId === null || !record || !sale) return null;
  const mails = await listMails(ctx.db, drawId, orderId);
  const allowed = actionsAllowed(ctx, sale.draw);
  // A note may hold what is masked elsewhere.
  const notes = allowed.note || allowed.contact ? await listNotes(ctx.db, drawId, orderId) : [];
  const history = await listEntries(ctx.db, drawId, orderId);
  const named = [...notes.map(({ author }) => author), ...history.map(({ operator }) => operator)];
  const people = await readPeople(ctx.db, named);
  const { order } = record;
  const base = projectAdminOrder(record, mails, ctx.now());
  const shown = { ...base, ...factsOf(record, sale.draw), notes, history, people };
  const stranded = latestTries(record.refunds).some(({ cause, state }) => cause === "surplus" && state === "refused");
  const isRefundable = (order.status === "finalized" && shown.refundable.length > 0) || stranded;
  const facts = { ...shown, hasBuyer: order.buyer !== null, isRefundable };
  const actions = actionsOf(facts, allowed);
  return { ...shown, actions, nextStep: nextStepOf(facts, actions) };
}

function factsOf(record: OrderRecord, draw: Draw) {
  const { order, lines, ranges, attempts, soldBy } = record;
  const { buyer, cardType, cardLastFour, locale, teamId, operator } = order;
  const base = projectAdminOrder(record, [], order.placedAt).buyer;
  return {
    parentId: draw.parentId,
    timeZone: draw.timeZone,
    locale,
    teamId,
    device: soldBy,
    operator,
    title: localText(draw.title as LocalText, draw.locale.lang).text,
    buyer: buyer && base && { ...base, maskedPhone: buyer.phone ? maskPhone(buyer.phone) : null },
    method: paymentMethodOf(attempts.find(({ state }) => state === "approved")?.method ?? null),
    card: cardType && cardLastFour ? { type: cardType, lastFour: cardLastFour } : null,
    isHidden: order.hiddenAt !== null,
    refundable: refundableLines(lines, ranges, draw.winners).map((line) => ({
      line: line.lineNumber,
      poolId: line.poolId,
      tickets: line.tickets,
      amount: toDollars(line.amountCents),
      first: line.firstNumber,
      last: line.lastNumber,
    })),
  };
}

const rightsOfActions: Readonly<Record<ConsoleAction, Right>> = {
  note: "orders",
  contact: "contacts",
  correct: "correct",
  resend: "resend",
  hide: "orders",
  cancel: "orders",
  refund: "refunds",
  check: "settle",
  settle: "settle",
};

function actionsAllowed({ actor }: Context, { id: drawId, parentId }: Draw): Record<ConsoleAction, boolean> {
  const has = (right: Right) => {
    const reach = actor.kind === "admin" ? reachOf(actor.grants, right) : null;
    return reach !== null && reachesDraw(reach, { drawId, parentId });
  };
  const entries = Object.entries(rightsOfActions).map(([action, right]) => [action, has(right)]);
  return Object.fromEntries(entries) as Record<ConsoleAction, boolean>;
}
