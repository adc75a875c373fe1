import type { AttemptMethod } from "@/lib/orders/rules.payment";

/**
 * Sales whose payments were sent within half an hour, less the `void` ones. `orders` includes refunded ones, as in the
 * report. `deviceId`, `operator` and `teamId` are empty for none.
 */
export type HalfHourSales = {
  startsAt: Date;
  method: AttemptMethod;
  deviceId: string;
  operator: string;
  teamId: string;
  orders: number;
  tickets: number;
  amountCents: number;
  voidTickets: number;
  voidCents: number;
};

/** `completeUntil` is null if the sales are of the moment, and earlier while the job catches up with a backlog. */
export type DrawSales = { halfHours: HalfHourSales[]; completeUntil: Date | null };
