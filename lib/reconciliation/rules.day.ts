import { createLocalTime } from "@/lib/local-time";
import type { GatewayViolation } from "./rules.findings";

/** Payments and refunds, in cents. */
export type MoneySum = { captures: number; capturedCents: number; refunds: number; refundedCents: number };

/** Money of one draw in a day at the gateway, and `own` as we have it by our own clock. */
export type DayMoney = MoneySum & { instanceId: string | null; own: MoneySum };

/** A payment or a refund of the day whose outcome nobody knows yet; its amount in cents. */
export type OpenMoney = {
  kind: "payment" | "refund";
  instanceId: string;
  number: string;
  state: string;
  amountCents: number;
};

/**
 * Cash of one draw in a day at its terminals, in cents: no gateway knows of it, so the day is the draw's own, by which
 * its tablets sum their drawers.
 */
export type DayCash = {
  instanceId: string;
  timeZone: string;
  isOver: boolean;
  sales: number;
  takenCents: number;
  refunds: number;
  givenBackCents: number;
};

/**
 * A day compared with the gateway: what does not agree, what is not known yet, the gateway's money and the cash by
 * draw.
 */
export type DayClosed = {
  ok: true;
  day: string;
  /** First instant of the gateway's day, which is Eastern, and of the next one. */
  from: string;
  to: string;
  checkedAt: string;
  isOver: boolean;
  draws: DayMoney[];
  cash: DayCash[];
  differences: GatewayViolation[];
  open: OpenMoney[];
  /** What we have and the gateway's report lacks so far; the gateway knows it by its number. */
  lacking: MoneySum;
  /** Rows of the report without a time, which are placed by our own if we have one. */
  untimed: { instanceId: string | null; rows: number }[];
};

/** A day's first instant and that of the next one. */
export type DaySpan = { from: Date; to: Date };

/** The zone by whose days the gateway voids and closes (docs/bambora.md, Voids and returns). */
export const gatewayZone = "America/Toronto";

const quarterMs = 15 * 60_000;

/**
 * The first instants of a day (`YYYY-MM-DD`) and of the next one in a time zone, in that of the gateway without one;
 * null for what is no day. Every zone is whole quarters of an hour from UTC, and no more than 14 hours.
 */
export function spanOfDay(day: string, timeZone = gatewayZone): DaySpan | null {
  const utc = new Date(`${day}T00:00:00Z`).getTime();
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || Number.isNaN(utc)) return null;
  const localTime = createLocalTime(timeZone);
  const quarters = Array.from({ length: 212 }, (_none, at) => utc - (56 - at) * quarterMs);
  const within = quarters.filter((atMs) => localTime(new Date(atMs)).slice(0, 10) === day);
  const [first, last] = [within[0], within.at(-1)];
  if (first === undefined || last === undefined) return null;
  return { from: new Date(first), to: new Date(last + quarterMs) };
}
