import type { GatewayViolation } from "./rules.findings";

export type MoneySum = { captures: number; capturedCents: number; refunds: number; refundedCents: number };

/** `own` is our money of the day, by our clock. */
export type DayMoney = MoneySum & { instanceId: string | null; own: MoneySum };

/** A payment or refund whose outcome is unknown. */
export type OpenMoney = {
  kind: "payment" | "refund";
  instanceId: string;
  number: string;
  state: string;
  amountCents: number;
};

/** The day is that of the draw's zone, by which its tablets add up their drawers. */
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
  /** The first instants of the gateway's Eastern day and of the next one. */
  from: string;
  to: string;
  checkedAt: string;
  isOver: boolean;
  draws: DayMoney[];
  cash: DayCash[];
  differences: GatewayViolation[];
  open: OpenMoney[];
  /** Our money that the gateway finds by number, but doesn't show in its report yet. */
  lacking: MoneySum;
  /** Rows without a time. They count on the day of our own payment or refund, if there is one. */
  untimed: { instanceId: string | null; rows: number }[];
};

/** The gateway voids and closes by this zone (docs/bambora.md, Voids and returns). */
export const gatewayZone = "America/Toronto";
