import { toDollars } from "@/lib/money";
import type { MethodTotal, TerminalSummary } from "@/lib/terminal/summary/rules";

import type { Attempt, Facts, Order, Refund } from "./facts";
import type { Scenario } from "./scenario";
import type { Call } from "./turns";

/** `deviceId` is null if no device was involved. `at` is in ms. */
type MoneyMove = { orderId: string; deviceId: string | null; method: "cash" | "card"; cents: number; at: number };

/** Records drawers and refunds by the turns of calls, independently of what the database says of devices. */
export type Till = {
  received: MoneyMove[];
  requesters: Map<string, string | null>;
  reversals: MoneyMove[];
};

export function openTill(): Till {
  return { received: [], requesters: new Map(), reversals: [] };
}

const localDay = new Intl.DateTimeFormat("en-CA", { timeZone: "America/Toronto" });

function isSold({ status, ranges }: Order): boolean {
  return status === "finalized" || ranges.length > 0;
}

function paidBy({ attempts }: Facts, orderId: string): Attempt | undefined {
  return attempts.find((attempt) => attempt.orderId === orderId && attempt.state === "approved");
}

type TurnResult = { call: Call; before: Facts; after: Facts; at: number };

/** Cash by the device that took it. Devices charge no cards here. */
function recordTaken(till: Till, { call, before, after, at }: TurnResult): void {
  const sold = new Set(before.orders.filter(isSold).map(({ orderId }) => orderId));
  for (const order of after.orders) {
    const isCash = paidBy(after, order.orderId)?.method === "cash";
    if (!isCash || !isSold(order) || sold.has(order.orderId)) continue;
    const { orderId, amountCents: cents } = order;
    till.received.push({ orderId, deviceId: call.deviceId, method: "cash", cents, at });
  }
}

function isSameMoney(one: Refund, other: Refund): boolean {
  return one.attempt === other.attempt && one.cause === other.cause && one.lines.join() === other.lines.join();
}

/** Later attempts belong to the first one's requester. Admins refund cash from the drawer that took it. */
function findRequester({ requesters, received }: Till, { call, before }: TurnResult, refund: Refund): string | null {
  if (refund.method === "cash" && refund.requestedBy === "admin") {
    return received.find(({ orderId }) => orderId === refund.orderId)?.deviceId ?? null;
  }
  if (refund.requestedBy !== "device") return null;
  const earlier = before.refunds.filter((other) => isSameMoney(other, refund)).at(-1);
  return call.deviceId ?? (earlier && requesters.get(earlier.number)) ?? null;
}

function recordReversal(till: Till, turned: TurnResult): void {
  const earlier = new Map(turned.before.refunds.map((refund) => [refund.number, refund]));
  for (const refund of turned.after.refunds) {
    const { number, orderId, method, state, cause, amountCents: cents } = refund;
    if (!earlier.has(number)) till.requesters.set(number, findRequester(till, turned, refund));
    if (state !== "done" || cause !== "requested" || earlier.get(number)?.state === "done") continue;
    const deviceId = till.requesters.get(number) ?? null;
    till.reversals.push({ orderId, deviceId, method: method === "cash" ? "cash" : "card", cents, at: turned.at });
  }
}

export function recordTill(till: Till, turned: TurnResult): void {
  recordTaken(till, turned);
  recordReversal(till, turned);
}

function sum(moved: MoneyMove[]): number {
  return moved.reduce((total, { cents }) => total + cents, 0);
}

function onDay(moved: MoneyMove[], day: string): MoneyMove[] {
  return moved.filter(({ at }) => localDay.format(at) === day);
}

/** Sums by this record. Orders refunded in full don't count. */
function computeTotals(till: Till, deviceId: string, day: string): MethodTotal[] {
  return (["cash", "card"] as const).flatMap((method) => {
    const own = (moved: MoneyMove[]) =>
      onDay(moved, day).filter((one) => one.deviceId === deviceId && one.method === method);
    const [sales, back] = [own(till.received), own(till.reversals)];
    if (sales.length + back.length === 0) return [];
    const standing = sales.filter(
      ({ orderId, cents }) => sum(back.filter((moved) => moved.orderId === orderId)) < cents,
    );
    return [{ method, orders: standing.length, amount: toDollars(sum(sales)), refunded: toDollars(sum(back)) }];
  });
}

export function checkSummary(till: Till, deviceId: string, { day, methods }: TerminalSummary): string[] {
  const [actual, due] = [JSON.stringify(methods), JSON.stringify(computeTotals(till, deviceId, day))];
  return actual === due ? [] : [`the sums of a device are ${actual}, its drawer says ${due}`];
}

/** Sales and refunds that the draw doesn't allow at terminals. */
export function checkTerms({ attempts, orders, refunds }: Facts, terminal: Scenario["terminal"]): string[] {
  const cash = new Set(attempts.filter(({ method }) => method === "cash").map(({ orderId }) => orderId));
  const unnamed = terminal.allowAnonymousCash
    ? []
    : orders.filter(({ orderId, hasBuyer }) => !hasBuyer && cash.has(orderId));
  const back = terminal.allowRefund ? [] : refunds.filter(({ requestedBy }) => requestedBy === "device");
  return [
    ...unnamed.map(({ orderId }) => `${orderId} was sold for cash to nobody`),
    ...back.map(({ number }) => `${number} was asked for by a device that may not`),
  ];
}

export function sumCash(till: Till, day: string) {
  const daySales = onDay(till.received, day);
  const back = onDay(till.reversals, day).filter(({ method }) => method === "cash");
  return { sales: daySales.length, takenCents: sum(daySales), refunds: back.length, givenBackCents: sum(back) };
}
