import type { Bank, Capture } from "./bank";
import { reversedCentsBy } from "./bank";
import { minuteMs } from "./clock";
import type { Attempt, Facts, Order, Refund } from "./facts";

/** In ms after the attempt was sent (docs/design.md, Late money). */
export const lateMs = 15 * minuteMs;

const open = new Set(["sent", "unknown"]);
const openRefund = new Set(["pending", "sent", "unknown"]);

export type Look = { facts: Facts; bank: Bank; now: number };

export function checkMoney(look: Look): string[] {
  const { facts, bank } = look;
  return [
    ...checkCharges(bank),
    ...facts.attempts.flatMap((attempt) => checkAttempt(attempt, look)),
    ...facts.orders.flatMap((order) => [...checkOrder(order, look), ...checkVoid(order, look)]),
    ...facts.refunds.flatMap((refund) => checkRefund(refund, look)),
    ...bank.captures.flatMap((capture) => checkCapture(capture, look)),
  ];
}

function listCaptures(bank: Bank, number: string): Capture[] {
  return bank.captures.filter(({ orderNumber }) => orderNumber === number);
}

function checkApproved(attempt: Attempt, { bank, now }: Look): string[] {
  const { number, amountCents, transactionId, method } = attempt;
  if (method === "cash") return listCaptures(bank, number).length > 0 ? [`${number} is cash, a card paid it`] : [];
  const capture = listCaptures(bank, number).find((one) => one.transactionId === transactionId && one.at <= now);
  if (!capture) return [`${number} is approved, no money came`];
  return capture.amountCents === amountCents ? [] : [`${number} is approved, ${capture.amountCents} cents came`];
}

/** Surplus money is refunded, or its refund is open. */
function checkSurplus(attempt: Attempt, { bank, facts }: Look): string[] {
  const { number, capturedCents } = attempt;
  const came = listCaptures(bank, number).reduce((sum, { amountCents }) => sum + amountCents, 0);
  if (came !== capturedCents) return [`${number} is surplus of ${capturedCents} cents, ${came} came`];
  const refunds = facts.refunds.filter((refund) => refund.attempt === number && refund.state !== "refused");
  const back = refunds.reduce((sum, { amountCents }) => sum + amountCents, 0);
  return back === came ? [] : [`${number} is surplus of ${came} cents, ${back} go back`];
}

function checkAttempt(attempt: Attempt, look: Look): string[] {
  if (attempt.state === "approved") return checkApproved(attempt, look);
  if (attempt.state === "surplus") return checkSurplus(attempt, look);
  // Declined is final: money that the bank takes later must also be refunded.
  const isTaken = attempt.state === "declined" && listCaptures(look.bank, attempt.number).length > 0;
  return isTaken ? [`${attempt.number} is declined, its money was taken`] : [];
}

function isLate(capture: Capture, attempt: Attempt): boolean {
  return Math.max(capture.at, capture.visibleAt) >= attempt.sentAt + lateMs;
}

/** A buyer never pays twice, except late money that couldn't be expected. */
function checkOrder(order: Order, { facts, bank }: Look): string[] {
  const attempts = facts.attempts.filter(({ orderId }) => orderId === order.orderId);
  const inTime = attempts.flatMap((attempt) =>
    listCaptures(bank, attempt.number).filter((capture) => !isLate(capture, attempt)),
  );
  const opened = attempts.filter(({ state }) => open.has(state)).length;
  const approved = attempts.filter(({ state }) => state === "approved").length;
  const isBeingPaid = order.status === "paying" || order.status === "unknown";
  const found: string[] = [];
  if (inTime.length > 1) found.push(`${order.orderId} was charged ${inTime.length} times`);
  const cash = attempts.filter(({ method }) => method === "cash").length;
  if (cash > 1) found.push(`${order.orderId}: cash was taken ${cash} times`);
  if (cash > 0 && inTime.length > 0) found.push(`${order.orderId} was paid in cash and by card`);
  if (opened !== (isBeingPaid ? 1 : 0)) found.push(`${order.orderId} is ${order.status} with ${opened} open attempts`);
  const isIssued = order.ranges.length > 0;
  if (approved !== (isIssued ? 1 : 0))
    found.push(`${order.orderId} is ${order.status} with ${approved} approved attempts`);
  return found;
}

function checkRefund(refund: Refund, { bank, now }: Look): string[] {
  const reversals = bank.captures
    .flatMap(({ reversals }) => reversals)
    .filter(({ number }) => number === refund.number);
  if (reversals.length > 1) return [`${refund.number} was given back ${reversals.length} times`];
  const isGiven = reversals.some(({ at, amountCents }) => at <= now && amountCents === refund.amountCents);
  if (refund.method === "cash") return reversals.length > 0 ? [`${refund.number} is cash, a card got it`] : [];
  if (refund.state === "done" && !isGiven) return [`${refund.number} is done, nothing went back`];
  if (refund.state === "refused" && reversals.length > 0) return [`${refund.number} is refused, its money went back`];
  return refund.state === "pending" && reversals.length > 0 ? [`${refund.number} went back before it was sent`] : [];
}

/** Refunds never exceed a capture, and the product requested each of them. */
function checkCapture(capture: Capture, { facts }: Look): string[] {
  const back = reversedCentsBy(capture, Number.POSITIVE_INFINITY);
  const found = back > capture.amountCents ? [`${capture.orderNumber} gave back ${back} cents`] : [];
  const unasked = capture.reversals.filter(({ number }) => !facts.refunds.some((refund) => refund.number === number));
  if (unasked.length > 0) found.push(`${capture.orderNumber} gave back by numbers that nobody knows`);
  if (!facts.attempts.some(({ number }) => number === capture.orderNumber))
    found.push(`${capture.orderNumber} was captured without an attempt`);
  return found;
}

/** Numbers are void only by finished refunds, and none is refunded twice. */
function checkVoid(order: Order, { facts }: Look): string[] {
  const refunds = facts.refunds.filter((one) => one.orderId === order.orderId && one.cause === "requested");
  const listLines = (isMeant: (refund: Refund) => boolean) => refunds.filter(isMeant).flatMap(({ lines }) => lines);
  const done = listLines(({ state }) => state === "done");
  const opened = listLines(({ state }) => openRefund.has(state));
  const voided = order.ranges.filter(({ isVoid }) => isVoid).map(({ line }) => line);
  const found =
    done.toSorted().join() === voided.toSorted().join()
      ? []
      : [`${order.orderId}: lines ${voided} are void, ${done} were refunded`];
  const twice = [...done, ...opened].length !== new Set([...done, ...opened]).size;
  return twice ? [...found, `${order.orderId}: a line goes back twice`] : found;
}

function checkCharges(bank: Bank): string[] {
  const numbers = new Set(bank.charged.map(({ orderNumber }) => orderNumber));
  const tokens = new Set(bank.charged.map(({ token }) => token));
  const isOnce = numbers.size === bank.charged.length && tokens.size === bank.charged.length;
  return isOnce ? [] : ["a card token or an order number was charged twice"];
}
