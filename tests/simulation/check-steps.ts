import type { Bank } from "./bank";
import type { Look } from "./check-money";
import { lateMs } from "./check-money";
import type { Attempt, Facts, Order } from "./facts";

/** Transitions within one transaction (docs/design.md, Order states). */
const nextStates: Record<string, readonly string[]> = {
  reserved: ["paying", "expired", "cancelled", "finalized"],
  paying: ["unknown", "finalized", "reserved", "expired", "refunded"],
  unknown: ["finalized", "reserved", "expired", "refunded"],
  expired: ["finalized", "refunded"],
  cancelled: ["finalized", "refunded"],
  finalized: ["refunded"],
  refunded: [],
};

export type Step = { before: Facts; look: Look };

export function isSelling({ draw, pools }: Facts, order: Order, at: number): boolean {
  const cutOff = pools.filter(({ poolId }) => order.lines.some((line) => line.poolId === poolId));
  const isPoolOpen = cutOff.every(({ cutOffAt }) => cutOffAt === null || cutOffAt > at);
  return draw.closedAt === null && draw.closesAt > at && isPoolOpen;
}

function checkOrder(order: Order, earlier: Order | undefined, now: number): string[] {
  if (!earlier) return order.status === "reserved" ? [] : [`${order.orderId} began as ${order.status}`];
  const { orderId, status } = order;
  if (status !== earlier.status) {
    if (!nextStates[earlier.status]?.includes(status)) return [`${orderId} went from ${earlier.status} to ${status}`];
    const isEarly = status === "expired" && earlier.expiresAt > now;
    return isEarly ? [`${orderId} expired before its time`] : [];
  }
  const changed = earlier.ranges.filter(
    (was) => !order.ranges.some((is) => is.first === was.first && is.last === was.last && is.isVoid >= was.isVoid),
  );
  return changed.length > 0 ? [`numbers of ${orderId} changed`] : [];
}

/** An attempt is only opened while the draw sells (docs/design.md, Moment of sale). */
function checkOpened(attempt: Attempt, { before, look }: Step): string[] {
  const order = look.facts.orders.find(({ orderId }) => orderId === attempt.orderId);
  return order && isSelling(before, order, attempt.sentAt) ? [] : [`${attempt.number} was sent after the close`];
}

function readingsWithout({ readings }: Bank, { number, sentAt }: Attempt): number {
  return readings.filter(({ from, shown }) => from >= sentAt && !shown.has(number)).length;
}

function checkAttempt(attempt: Attempt, earlier: Attempt | undefined, step: Step): string[] {
  const { number, state } = attempt;
  if (!earlier) return checkOpened(attempt, step);
  if (state === earlier.state) return [];
  const { now, bank, facts } = step.look;
  if (state === "missing") {
    // One lookup must be by the payment's own number: pages count as a first lookup at most.
    const own = bank.notFound.get(number) ?? 0;
    const looks = own + (readingsWithout(bank, attempt) > 0 ? 1 : 0);
    const isEarly = now < attempt.sentAt + lateMs || own < 1 || looks < 2;
    return isEarly ? [`${number} was given up after ${now - attempt.sentAt} ms and ${looks} looks`] : [];
  }
  const order = facts.orders.find(({ orderId }) => orderId === attempt.orderId);
  const isFinal = earlier.state === "missing" && state === "approved" && order && !isSelling(step.before, order, now);
  return isFinal ? [`${number} became numbers after the close`] : [];
}

export function checkSteps(step: Step): string[] {
  const { before, look } = step;
  const orders = new Map(before.orders.map((order) => [order.orderId, order]));
  const attempts = new Map(before.attempts.map((attempt) => [attempt.number, attempt]));
  return [
    ...look.facts.orders.flatMap((order) => checkOrder(order, orders.get(order.orderId), look.now)),
    ...look.facts.attempts.flatMap((attempt) => checkAttempt(attempt, attempts.get(attempt.number), step)),
  ];
}
