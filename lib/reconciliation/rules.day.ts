import type { GatewayViolation } from "./rules.findings";

export type MoneySum = { captures: number; capturedCents: number; refunds: number; refundedCents: number };

/** `own` is by our clock. */
export type DayMoney = MoneySum & { instanceId: string | null; own: MoneySum };

/** Its outcome is unknown. */
export type OpenMoney = {
  kind: "payment" | "refund";
  instanceId: string;
  number: string;
  state: string;
  amountCents: number;
};

/** In cents, of the draw's own day, by which its tablets sum their drawers. */
export type DayCash = {
  instanceId: string;
  timeZone: string;
  isOver: boolean;
  sales: number;
  takenCents: number;
  refunds: number;
  givenBackCents: number;
};

export type DayClosed = {
  ok: true;
  day: string;
  /** First instants of the gateway's Eastern day and of the next one. */
  from: string;
  to: string;
  checkedAt: string;
  isOver: boolean;
  draws: DayMoney[];
  cash: DayCash[];
  differences: GatewayViolation[];
  open: OpenMoney[];
  /** Ours, known to the gateway by number but not in its report yet. */
  lacking: MoneySum;
  /** Rows without a time, placed by our own time if we have one. */
  untimed: { instanceId: string | null; rows: number }[];
};

/** The gateway's zone for voids and closes (docs/bambora.md, Voids and returns). */
export const gatewayZone = "America/Toronto";
