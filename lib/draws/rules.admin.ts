import type { LocalText } from "@/lib/local-text";
import { localText } from "@/lib/local-text";
import { toDollars } from "@/lib/money";
import type { PoolCounters, SaleStop } from "./rules";
import { potCents, scheduleOf, ticketsInDraw, ticketsLeft, timeStateAt, whyNotOnSale } from "./rules";
import type { Draw } from "./schema";

/** A draw as an admin's list shows it; `pot` in dollars, instants in ISO. */
export type AdminDraw = {
  id: string;
  title: string;
  approvalState: Draw["state"]["approval_state"];
  timeState: Draw["state"]["time_state"];
  salesOpen: boolean;
  reason?: SaleStop;
  sold: number;
  reserved: number;
  left: number | null;
  pot: number;
  opensAt: string;
  closesAt: string;
  closedAt: string | null;
};

type Facts = { draw: Draw; closedAt: Date | null; counters: PoolCounters };

/** The admin's projection of a draw at `now`. */
export function toAdminDraw({ draw, closedAt, counters }: Facts, now: Date): AdminDraw {
  const schedule = scheduleOf(draw);
  const reason = whyNotOnSale({ draw, closedAt, counters }, now);
  return {
    id: draw.id,
    title: localText(draw.title as LocalText, draw.locale.lang).text,
    approvalState: draw.state.approval_state,
    timeState: timeStateAt(schedule, closedAt, now),
    salesOpen: reason === null,
    ...(reason ? { reason } : {}),
    sold: ticketsInDraw(counters),
    reserved: counters.reserved,
    left: ticketsLeft(counters),
    pot: toDollars(potCents(counters)),
    opensAt: schedule.opensAt.toISOString(),
    closesAt: schedule.closesAt.toISOString(),
    closedAt: closedAt?.toISOString() ?? null,
  };
}
