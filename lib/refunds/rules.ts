import type { Actor } from "@/lib/actor";
import type { DatedDraw } from "@/lib/draws/rules";
import { getSchedule } from "@/lib/draws/rules";
import type { Draw } from "@/lib/draws/schema";
import type { Adjustment } from "@/lib/gateways/payment/port";
import { createLocalTime, getDaySpan } from "@/lib/local-time";
import { toDollars } from "@/lib/money";
import { computeAccessScope, includesDraw } from "@/lib/rights";

type Refund = {
  gatewayOrderNumber: string;
  state: string;
  method: string;
  amountCents: number;
  gatewayTransactionId: string | null;
};

/** `returnedBeforeCents` was returned before the payment was recorded here. */
export type PaymentReversals = {
  adjustments: readonly Adjustment[];
  refunds: readonly Refund[];
  returnedBeforeCents?: number;
};

/**
 * Returns the adjustment at the gateway that refunded this money. Null unless all of it was returned and no other
 * refund claims it.
 */
export function findAdjustment(refund: Refund, reversal: PaymentReversals): Adjustment | null {
  const { cents, rows } = findUnclaimedMoney(refund, reversal);
  const exactMatch = rows.find(({ kind, amountCents }) => kind === refund.method && amountCents === refund.amountCents);
  return cents >= refund.amountCents ? (exactMatch ?? rows.at(-1) ?? reversal.adjustments.at(-1) ?? null) : null;
}

/** Unclaimed returns at the gateway count towards this refund. */
export function computeUnreturnedCents(refund: Refund, reversal: PaymentReversals): number {
  return Math.max(0, refund.amountCents - findUnclaimedMoney(refund, reversal).cents);
}

/** Returns the money that was returned at the gateway and that no refund of ours claims. */
function findUnclaimedMoney(
  { gatewayOrderNumber }: Refund,
  { adjustments, refunds, returnedBeforeCents = 0 }: PaymentReversals,
) {
  const done = refunds.filter((other) => other.gatewayOrderNumber === gatewayOrderNumber && other.state === "done");
  const named = new Set(done.map(({ gatewayTransactionId }) => gatewayTransactionId));
  const rows = adjustments.filter(({ transactionId }) => !named.has(transactionId));
  return { cents: Math.max(0, sumCents(adjustments) - sumCents(done) - returnedBeforeCents), rows };
}

function sumCents(rows: readonly { amountCents: number }[]): number {
  return rows.reduce((sum, { amountCents }) => sum + amountCents, 0);
}

type Line = { lineNumber: number; poolId: string; amountCents: number };
type Range = { lineNumber: number; poolId: string; firstNumber: number; lastNumber: number; voidedAt: Date | null };
type Winner = { poolId: string; number: number };

/** `first` to `last` are ticket numbers. `amount` is in dollars. */
export type RefundableLine = {
  line: number;
  poolId: string;
  tickets: number;
  amount: number;
  first: number;
  last: number;
};

type LineRefusal = "line-not-found" | "line-refunded" | "order-refunded" | "number-won";

export type ChosenLines = { ok: true; lineNumbers: number[]; amountCents: number };

/** Without `wanted`, returns all lines whose numbers are not void yet. */
export function chooseLines(
  lines: readonly Line[],
  ranges: readonly Range[],
  winners: readonly Winner[],
  wanted?: readonly number[],
): ChosenLines | { ok: false; reason: LineRefusal } {
  const valid = new Set(ranges.filter(({ voidedAt }) => voidedAt === null).map(({ lineNumber }) => lineNumber));
  if (valid.size === 0) return { ok: false, reason: "order-refunded" };
  const numbers = [...new Set(wanted ?? valid)].sort((left, right) => left - right);
  const chosen = lines.filter(({ lineNumber }) => numbers.includes(lineNumber));
  if (chosen.length < numbers.length) return { ok: false, reason: "line-not-found" };
  if (numbers.some((number) => !valid.has(number))) return { ok: false, reason: "line-refunded" };
  const won = ranges.some((range) => numbers.includes(range.lineNumber) && hasWon(range, winners));
  if (won) return { ok: false, reason: "number-won" };
  return { ok: true, lineNumbers: numbers, amountCents: chosen.reduce((sum, line) => sum + line.amountCents, 0) };
}

/** Returns the lines whose numbers are valid and haven't won. */
export function listRefundableLines(
  lines: readonly (Line & { tickets: number })[],
  ranges: readonly Range[],
  winners: readonly Winner[],
): RefundableLine[] {
  return lines.flatMap(({ lineNumber, poolId, tickets, amountCents }) => {
    const range = ranges.find((one) => one.lineNumber === lineNumber);
    if (!range || range.voidedAt !== null || hasWon(range, winners)) return [];
    const { firstNumber: first, lastNumber: last } = range;
    return [{ line: lineNumber, poolId, tickets, amount: toDollars(amountCents), first, last }];
  });
}

function hasWon({ poolId, firstNumber, lastNumber }: Range, winners: readonly Winner[]): boolean {
  return winners.some((won) => won.poolId === poolId && won.number >= firstNumber && won.number <= lastNumber);
}

/**
 * The person whose refunds of a day, in all draws, have a limit. Null for a key, and in draws where the person has the
 * right `settle`, as administrators do.
 */
export function findLimitedPerson(
  actor: Actor,
  { id: drawId, parentId }: Pick<Draw, "id" | "parentId">,
): string | null {
  if (actor.kind !== "admin" || !actor.person) return null;
  const settling = computeAccessScope(actor.grants, "settle");
  return settling !== null && includesDraw(settling, { drawId, parentId }) ? null : actor.person.id;
}

/** The day is that of the draw's time zone, as in its reports. */
export function getRefundDayStart({ timeZone }: Pick<Draw, "timeZone">, now: Date): Date {
  const today = createLocalTime(timeZone)(now).slice(0, 10);
  return getDaySpan(today, timeZone).from;
}

/** Admins have no hourly limit. */
export const maxDeviceRefundsPerHour = 10;

/** Both after the sale and after the close of sales. */
const deviceRefundPeriodMs = 30 * 60_000;

export type DeviceRefundSale = {
  order: { deviceId: string | null; finalizedAt: Date | null };
  draw: Pick<Draw, "terminal" | "winners"> & DatedDraw;
  closedAt: Date | null;
};

type DeviceRefundRefusal = "refund-not-allowed" | "refund-placed-elsewhere" | "refund-after-winner" | "refund-too-late";

export function findNoDeviceRefundReason(
  { order, draw, closedAt }: DeviceRefundSale,
  { deviceId }: { deviceId: string },
  now: Date,
): DeviceRefundRefusal | null {
  if (!draw.terminal.allowRefund) return "refund-not-allowed";
  if (order.deviceId !== deviceId) return "refund-placed-elsewhere";
  if (draw.winners.length > 0) return "refund-after-winner";
  const last = [order.finalizedAt, closedAt, getSchedule(draw).closesAt].filter((at) => at !== null);
  return last.some((at) => now.getTime() >= at.getTime() + deviceRefundPeriodMs) ? "refund-too-late" : null;
}
