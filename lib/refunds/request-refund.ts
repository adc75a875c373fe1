import "server-only";
import type { z } from "zod";
import type { Device } from "@/lib/actor";
import { toAuditActor } from "@/lib/audit/store";
import { checkFreshPasskey } from "@/lib/authorize-admin";
import type { Context } from "@/lib/context";
import { authorizeForDraw } from "@/lib/draws/authorize-for-draw";
import type { Draw } from "@/lib/draws/schema";
import { readDrawForShare, readDrawRecord } from "@/lib/draws/store";
import { hourMs } from "@/lib/durations";
import { checkOperator } from "@/lib/orders/check-operator";
import type { OrderStatus } from "@/lib/orders/rules";
import { isBeingPaid } from "@/lib/orders/rules";
import { chooseRefundMethod, findUnreturnedSurplus, isSameMoney, toRefundState } from "@/lib/orders/rules.refunds";
import type { OrderKey } from "@/lib/orders/schema";
import { isOrderKey } from "@/lib/orders/schema";
import type { OrderRow } from "@/lib/orders/store";
import { listLines, lockOrderRow } from "@/lib/orders/store";
import type { AttemptRow } from "@/lib/orders/store.attempts";
import { findApprovedAttempt } from "@/lib/orders/store.attempts";
import type { NewRefund, RefundRow } from "@/lib/orders/store.refunds";
import { insertRefund, listRefunds } from "@/lib/orders/store.refunds";
import { readNow } from "@/lib/platform/db/clock";
import type { Database } from "@/lib/platform/db/database";
import { findBrokenConstraint, withRetry } from "@/lib/platform/db/errors";
import { transact } from "@/lib/platform/db/transact";
import { parseInput } from "@/lib/platform/http/read-json";
import type { FieldProblem, Refusal, RefusalReason } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import { logLine } from "@/lib/platform/server/log";
import {
  chooseLines,
  findLimitedPerson,
  findNoDeviceRefundReason,
  getRefundDayStart,
  maxDeviceRefundsPerHour,
} from "./rules";
import { refundInputSchema } from "./schema";
import { sendRefund } from "./send-refund";
import { belongsToParent, countDeviceRefunds, lockDeviceRefunds, lockRefundLimit, sumPersonRefunds } from "./store";

export type RefundRequestResult = { ok: true; outcome: "refunded" | "refund-under-way" };

/** `drawer` is the device whose drawer the cash of an admin's refund comes from. */
type RefundRequester = Pick<NewRefund, "requestedBy" | "actor" | "now" | "requestReason" | "personId"> & {
  drawer?: string | undefined;
};

type CreatedRefund = { ok: true; refundNumber: string } | Refusal;

type RefundInput = z.infer<typeof refundInputSchema>;

/** The drawer belongs to another parent, or was named for a card payment. */
const drawerProblem: FieldProblem[] = [{ field: "drawer", problem: "not-in-draw" }];

/**
 * Refunds lines of an order, or all that is left of it. For devices, and for admins with `refunds` and a fresh passkey.
 * If an admin names neither lines nor a drawer, surplus money whose refund was refused comes first. A job looks up an
 * unknown outcome. After a refusal the numbers stay valid.
 */
export async function requestRefund(
  ctx: Context,
  key: OrderKey,
  input: unknown,
): Promise<RefundRequestResult | Refusal> {
  const refusal = await checkRequester(ctx, key);
  if (refusal) return refusal;
  const parsed = parseInput(refundInputSchema, input);
  if (!parsed.ok) return parsed;
  if (!isOrderKey(key)) return refuse("order-not-found");
  const { actor } = ctx;
  const { drawer, reason } = parsed.value;
  if (actor.kind === "device" && drawer !== undefined) return refuse("invalid-input", drawerProblem);
  if (actor.kind === "device" && reason !== undefined) {
    return refuse("invalid-input", [{ field: "reason", problem: "unknown" }]);
  }
  const created = await createRefundOnce(ctx, key, parsed.value);
  if (!created.ok && created.reason === "refund-limit" && actor.kind === "device") {
    logLine("warn", "A tablet reached its hourly limit of refunds.", { deviceId: actor.deviceId });
  }
  if (!created.ok) return created;
  const { instanceId: drawId, orderId } = key;
  await sendRefund(ctx, { drawId, orderId, refundNumber: created.refundNumber });
  return withRetry(ctx, () => readRefundResult(ctx, key, created.refundNumber));
}

async function checkRequester(ctx: Context, key: OrderKey): Promise<Refusal | null> {
  if (ctx.actor.kind === "device") return checkOperator(ctx, key);
  return (await authorizeForDraw(ctx, "refunds", key.instanceId, "order-not-found")) ?? checkFreshPasskey(ctx.actor);
}

async function createRefundOnce(ctx: Context, key: OrderKey, input: RefundInput): Promise<CreatedRefund> {
  try {
    return await createRefund(ctx, key, input);
  } catch (error) {
    if (findBrokenConstraint(error) === "refunds_one_open") return refuse("refund-under-way");
    throw error;
  }
}

/**
 * Locks the refunds of the device or person, so that their limit counts all earlier ones; then the draw, so that no
 * winner is recorded before the refund; then the order.
 */
function createRefund(
  ctx: Context,
  { instanceId: drawId, orderId }: OrderKey,
  { lines: input, drawer, reason: requestReason }: RefundInput,
): Promise<CreatedRefund> {
  return transact(ctx, async (tx): Promise<CreatedRefund> => {
    const device = ctx.actor.kind === "device" ? ctx.actor : null;
    if (device) await lockDeviceRefunds(tx, device.deviceId);
    const limit = await lockPersonLimit(ctx, tx);
    const draw = await readDrawForShare(tx, drawId);
    const order = await lockOrderRow(tx, drawId, orderId);
    if (!draw || !order) return refuse("order-not-found");
    // The clock of a machine that slept may be behind, which would give a device more than its limits.
    const now = device ? await readNow(tx, ctx.now()) : ctx.now();
    const requester: RefundRequester = {
      requestedBy: device ? "device" : "admin",
      actor: toAuditActor(ctx.actor),
      requestReason,
      personId: limit?.personId,
      now,
    };
    // Only admins can refund surplus money.
    const unreturned = device || input || drawer ? null : findUnreturnedSurplus(await listRefunds(tx, drawId, orderId));
    if (unreturned) {
      const limitRefusal = await checkDayLimit(ctx, tx, { draw, limit, amountCents: unreturned.amountCents });
      return limitRefusal ?? toCreatedRefund(await insertRetry(tx, unreturned, requester));
    }
    const reason = findNotRefundableReason(order.status);
    if (reason) return refuse(reason);
    const refusal = device && (await checkDeviceRefund(tx, device, { order, now }));
    if (refusal) return refusal;
    const { lines, ranges } = await listLines(tx, drawId, orderId);
    const choice = chooseLines(lines, ranges, draw.winners, input);
    if (!choice.ok) return refuse(choice.reason);
    const attempt = await findApprovedAttempt(tx, drawId, orderId);
    if (!attempt) return refuse("order-not-paid");
    if (await isForeignDrawer(tx, draw, attempt, drawer)) return refuse("invalid-input", drawerProblem);
    const limitRefusal = await checkDayLimit(ctx, tx, { draw, limit, amountCents: choice.amountCents });
    if (limitRefusal) return limitRefusal;
    return toCreatedRefund(await insertRequestedRefund(ctx, tx, attempt, choice, { ...requester, drawer }));
  });
}

type RefundLimit = { personId: string; cents: number };

/** Returns null for an admin key, which has no limit. */
async function lockPersonLimit({ actor }: Context, tx: Database): Promise<RefundLimit | null> {
  const personId = actor.kind === "admin" ? actor.person?.id : undefined;
  return personId === undefined ? null : { personId, cents: await lockRefundLimit(tx, personId) };
}

async function checkDayLimit(
  { actor, now }: Context,
  tx: Database,
  { draw, limit, amountCents }: { draw: Draw; limit: RefundLimit | null; amountCents: number },
): Promise<Refusal<"refund-day-limit"> | null> {
  if (!limit || findLimitedPerson(actor, draw) === null) return null;
  const made = await sumPersonRefunds(tx, limit.personId, getRefundDayStart(draw, now()));
  return made + amountCents <= limit.cents ? null : refuse("refund-day-limit");
}

/** The caller has locked the draw, the order and the device's refunds. */
async function checkDeviceRefund(
  tx: Database,
  device: Pick<Device, "deviceId" | "parentId">,
  { order, now }: { order: OrderRow; now: Date },
): Promise<Refusal | null> {
  const record = await readDrawRecord(tx, order.drawId);
  const reason = record ? findNoDeviceRefundReason({ ...record, order }, device, now) : "order-not-found";
  if (reason) return refuse(reason);
  const made = await countDeviceRefunds(tx, device, new Date(now.getTime() - hourMs));
  return made < maxDeviceRefundsPerHour ? null : refuse("refund-limit");
}

function insertRetry(tx: Database, unreturned: RefundRow, requester: RefundRequester): Promise<string | null> {
  const { drawId, gatewayOrderNumber, lineNumbers, amountCents } = unreturned;
  const order = { drawId, orderId: unreturned.orderId ?? "", gatewayOrderNumber };
  const money = { lineNumbers, amountCents, cause: "surplus", method: "return" } as const;
  return insertRefund(tx, { ...order, ...money, ...requester });
}

function findNotRefundableReason(status: OrderStatus): RefusalReason | null {
  if (status === "finalized") return null;
  if (status === "refunded") return "order-refunded";
  return isBeingPaid(status) ? "order-being-paid" : "order-not-paid";
}

async function isForeignDrawer(tx: Database, { parentId }: Draw, attempt: AttemptRow, drawer?: string) {
  if (drawer === undefined) return false;
  return attempt.method !== "cash" || !(await belongsToParent(tx, { deviceId: drawer, parentId }));
}

/**
 * A device refunds cash from its own drawer. An admin's refund comes from the named drawer, or from the one that took
 * the cash.
 */
async function insertRequestedRefund(
  { gateway }: Pick<Context, "gateway">,
  tx: Database,
  attempt: AttemptRow,
  lines: { lineNumbers: number[]; amountCents: number },
  { drawer, ...requester }: RefundRequester,
): Promise<string | null> {
  const { drawId, gatewayOrderNumber } = attempt;
  const payment = { ...attempt, capturedCents: attempt.capturedCents ?? attempt.amountCents };
  const method = chooseRefundMethod(gateway, payment, lines.amountCents, requester.now);
  const order = { drawId, orderId: attempt.orderId ?? "", gatewayOrderNumber };
  const isAdminCash = method === "cash" && requester.requestedBy === "admin";
  const givenBackBy = isAdminCash ? { deviceId: drawer ?? attempt.deviceId, operator: null } : requester.actor;
  return insertRefund(tx, { ...order, ...lines, method, cause: "requested", ...requester, cashDrawer: givenBackBy });
}

function toCreatedRefund(refundNumber: string | null): CreatedRefund {
  return refundNumber === null ? refuse("refund-numbers-used") : { ok: true, refundNumber };
}

async function readRefundResult(
  ctx: Context,
  key: OrderKey,
  refundNumber: string,
): Promise<RefundRequestResult | Refusal> {
  const { instanceId: drawId, orderId } = key;
  const refunds = await listRefunds(ctx.db, drawId, orderId);
  const first = refunds.find((refund) => refund.refundNumber === refundNumber);
  // A void that was refused as too late is followed by a return of the same money.
  const latest = first && refunds.findLast((refund) => isSameMoney(refund, first));
  if (!latest) throw new Error("A refund that was just written cannot be read.");
  const state = toRefundState(latest.state);
  if (state === "refused") return refuse((latest.reason ?? "refund-refused") as RefusalReason);
  return { ok: true, outcome: state === "done" ? "refunded" : "refund-under-way" };
}
