import type { Violation } from "./rules.invariants";
import { easternDay } from "./rules.refunds";

/** Money of one draw in a day at the gateway, in cents. */
export type DayMoney = {
  instanceId: string | null;
  captures: number;
  capturedCents: number;
  refunds: number;
  refundedCents: number;
};

/** A payment or a refund of the day whose outcome nobody knows yet; its amount in cents. */
export type OpenMoney = {
  kind: "payment" | "refund";
  instanceId: string;
  number: string;
  state: string;
  amountCents: number;
};

/** Cash of one draw in a day at its terminals, in cents: no gateway knows of it. */
export type DayCash = {
  instanceId: string;
  sales: number;
  takenCents: number;
  refunds: number;
  givenBackCents: number;
};

/** A day compared with the gateway: what does not agree, what is not known yet, the gateway's money and the cash by draw. */
export type DayClosed = {
  ok: true;
  day: string;
  /** First instant of the day and of the next one. */
  from: string;
  to: string;
  checkedAt: string;
  isOver: boolean;
  draws: DayMoney[];
  cash: DayCash[];
  differences: Violation[];
  open: OpenMoney[];
};

const hourMs = 60 * 60_000;

function midnightOf(day: string): Date | null {
  const utc = new Date(`${day}T00:00:00Z`).getTime();
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || Number.isNaN(utc)) return null;
  // Eastern midnight is four hours after that of UTC in summer, and five in winter.
  const found = [4, 5].map((hours) => new Date(utc + hours * hourMs)).find((at) => isMidnightOf(at, day));
  return found ?? null;
}

function isMidnightOf(at: Date, day: string): boolean {
  return easternDay(at) === day && easternDay(new Date(at.getTime() - 1)) !== day;
}

/** The first instants of an Eastern day (`YYYY-MM-DD`) and of the next one; null for what is no day. */
export function spanOfDay(day: string): { from: Date; to: Date } | null {
  const from = midnightOf(day);
  // 36 hours later lies in the next day, whether this one has 23, 24 or 25 hours.
  const to = from && midnightOf(easternDay(new Date(from.getTime() + 36 * hourMs)));
  return from && to ? { from, to } : null;
}
