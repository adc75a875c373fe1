import "server-only";

import { auditActorOf } from "@/lib/audit/store";
import type { Context } from "@/lib/context";
import { readDrawForShare } from "@/lib/draws/store";
import { checkOperator } from "@/lib/orders/check-operator";
import type { OrderStatus } from "@/lib/orders/rules";
import { isBeingPaid } from "@/lib/orders/rules";
import { isSameMoney, latestTries, refundMethodOf, refundStateOf } from "@/lib/orders/rules.refunds";
import type { OrderKey } from "@/lib/orders/schema";
import { isOrderKey } from "@/lib/orders/schema";
import { listLines, lockOrderRow } from "@/lib/orders/store";
import type { AttemptRow } from "@/lib/orders/store.attempts";
import { findApprovedAttempt } from "@/lib/orders/store.attempts";
import type { NewRefund, RefundRow } from "@/lib/orders/store.refunds";
import { insertRefund, listRefunds } from "@/lib/orders/store.refunds";
import type { Database } from "@/lib/platform/db/database";
import { brokenConstraint, withRetry } from "@/lib/platform/db/errors";
import { parseInput } from "@/lib/platform/http/read-json";
import type { Refusal, RefusalReason } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import { refuseAdmin } from "@/lib/refuse-admin";
import { chooseLines } from "./rules.refund-lines";
import { refundInputSchema } from "./schema.refunds";
import { sendRefund } from "./send-refund";

/** The outcome of a requested refund; while money is under way, the order's own page follows it. */
export type RequestedRefund = { ok: true; outcome: "refunded" | "refund-under-way" };

/** Who asks, and when. */
type Asked = Pick<NewRefund, "requestedBy" | "actor" | "now">;

type Opened = { ok: true; refundNumber: string } | Refusal;

function whyNotRefundable(status: OrderStatus): RefusalReason | null {
  if (status === "finalized") return null;
  if (status === "refunded") return "order-refunded";
  return isBeingPaid(status) ? "order-being-paid" : "order-not-paid";
}

async function insertRequested(
  tx: Database,
  attempt: AttemptRow,
  lines: { lineNumbers: number[]; amountCents: number },
  asked: Asked,
): Promise<string> {
  const { drawId, gatewayOrderNumber } = attempt;
  const payment = { ...attempt, capturedCents: attempt.capturedCents ?? attempt.amountCents };
  const method = refundMethodOf(payment, lines.amountCents, asked.now);
  const order = { drawId, orderId: attempt.orderId ?? "", gatewayOrderNumber };
  return insertRefund(tx, { ...order, ...lines, method, cause: "requested", ...asked });
}

/** Money that couldn't become numbers and whose last refund attempt was refused: only an admin can deal with it. */
async function findStranded(tx: Database, drawId: string, orderId: string): Promise<RefundRow | null> {
  const latest = latestTries(await listRefunds(tx, drawId, orderId));
  return latest.find(({ cause, state }) => cause === "surplus" && state === "refused") ?? null;
}

function insertAgain(tx: Database, stranded: RefundRow, asked: Asked): Promise<string> {
  const { drawId, gatewayOrderNumber, lineNumbers, amountCents } = stranded;
  const order = { drawId, orderId: stranded.orderId ?? "", gatewayOrderNumber };
  const money = { lineNumbers, amountCents, cause: "surplus", method: "return" } as const;
  return insertRefund(tx, { ...order, ...money, ...asked });
}

/** Admins who may, and operators of the draw's parent. */
function checkAsker(ctx: Context, key: OrderKey): Promise<Refusal | null> | Refusal | null {
  if (ctx.actor.kind === "device") return checkOperator(ctx, key);
  return refuseAdmin(ctx.actor, "refunds");
}

/**
 * Writes the refund under the lock of its order; another one that is open keeps it out by `refunds_one_open`. The draw
 * is locked before it: no winner is recorded between looking for one and writing the refund, and none of its numbers
 * after it.
 */
function openRefund(ctx: Context, { instanceId: drawId, orderId }: OrderKey, wanted?: number[]): Promise<Opened> {
  return ctx.db.transaction(async (tx): Promise<Opened> => {
    const draw = await readDrawForShare(tx, drawId);
    const order = await lockOrderRow(tx, drawId, orderId);
    if (!draw || !order) return refuse("order-not-found");
    const isDevice = ctx.actor.kind === "device";
    if (isDevice && !draw.terminal.allowRefund) return refuse("refund-not-allowed");
    const requestedBy = isDevice ? "device" : "admin";
    const asked: Asked = { requestedBy, actor: auditActorOf(ctx.actor), now: ctx.now() };
    // An operator refunds what was sold, and may already be counting the cash into the buyer's hand.
    const stranded = isDevice || wanted ? null : await findStranded(tx, drawId, orderId);
    if (stranded) return { ok: true, refundNumber: await insertAgain(tx, stranded, asked) };
    const reason = whyNotRefundable(order.status);
    if (reason) return refuse(reason);
    const { lines, ranges } = await listLines(tx, drawId, orderId);
    const chosen = chooseLines(lines, ranges, draw.winners, wanted);
    if (!chosen.ok) return refuse(chosen.reason);
    const attempt = await findApprovedAttempt(tx, drawId, orderId);
    if (!attempt) return refuse("order-not-paid");
    const refundNumber = await insertRequested(tx, attempt, chosen, asked);
    return { ok: true, refundNumber };
  });
}

async function openOnce(ctx: Context, key: OrderKey, wanted?: number[]): Promise<Opened> {
  try {
    return await openRefund(ctx, key, wanted);
  } catch (error) {
    if (brokenConstraint(error) === "refunds_one_open") return refuse("refund-under-way");
    throw error;
  }
}

async function answerRefund(ctx: Context, key: OrderKey, refundNumber: string): Promise<RequestedRefund | Refusal> {
  const { instanceId: drawId, orderId } = key;
  const refunds = await listRefunds(ctx.db, drawId, orderId);
  const first = refunds.find((refund) => refund.refundNumber === refundNumber);
  // A void that came too late was followed by a return of the same money.
  const latest = first && refunds.findLast((refund) => isSameMoney(refund, first));
  if (!latest) throw new Error("A refund that was just written cannot be read.");
  const state = refundStateOf(latest.state);
  if (state === "refused") return refuse((latest.reason ?? "refund-refused") as RefusalReason);
  return { ok: true, outcome: state === "done" ? "refunded" : "refund-under-way" };
}

/**
 * Refunds an order, or some of its lines, to the buyer and voids the numbers: calls the gateway once and returns the
 * outcome; cash is handed back by an operator. For admins, and for devices if the draw allows it. While the outcome is
 * unknown, the refund is under way and is looked up until it is known. If an admin names no lines, money that never got
 * numbers and wasn't refunded yet goes first. Refusals: `admin-key-wrong`, `admin-right-missing`, those of
 * `checkOperator`, `refund-not-allowed`, `invalid-input`, `order-not-found`, the order's new state, `line-not-found`,
 * `line-refunded`, `number-won`, `refund-under-way`, and the gateway's: then the numbers stay valid.
 */
export async function requestRefund(ctx: Context, key: OrderKey, input: unknown): Promise<RequestedRefund | Refusal> {
  const stop = await checkAsker(ctx, key);
  if (stop) return stop;
  const parsed = parseInput(refundInputSchema, input);
  if (!parsed.ok) return parsed;
  if (!isOrderKey(key)) return refuse("order-not-found");
  const opened = await withRetry(ctx, () => openOnce(ctx, key, parsed.value.lines));
  if (!opened.ok) return opened;
  const { instanceId: drawId, orderId } = key;
  await sendRefund(ctx, { drawId, orderId, refundNumber: opened.refundNumber });
  return withRetry(ctx, () => answerRefund(ctx, key, opened.refundNumber));
}
