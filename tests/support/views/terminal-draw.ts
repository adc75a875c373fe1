import { toLiveState, toPublicDraw } from "@/lib/draws/rules.projection";
import { drawSchema } from "@/lib/draws/schema";
import { hourMs } from "@/lib/durations";
import type { TerminalDraw } from "@/lib/terminal/device/client";

/** Opens and closes this many hours from `now`. */
export function fakeTerminalDraw(
  id: string,
  now: Date,
  opensIn: number,
  closesIn: number,
  changes: object = {},
): TerminalDraw {
  const at = (hours: number) => new Date(now.getTime() + hours * hourMs).toISOString();
  const draw = drawSchema.parse({
    id,
    parentId: "demo-parent",
    title: `Draw ${id}`,
    urlSlug: id,
    province: "ON",
    state: { approval_state: "Approved" },
    checkoutAccess: { requireGPSCheck: false, requireIPCheck: false },
    startDate: at(opensIn),
    endDate: at(closesIn),
    ticketPriceInfo: [{ id: "one", tickets: 1, price: 5 }],
    ...changes,
  });
  const counters = {
    poolId: "main",
    maxTickets: null,
    sold: 0,
    voided: 0,
    reserved: 0,
    jackpotBaseCents: 0,
    salesCents: 100_000,
    reservedCents: 0,
    maxJackpotCents: null,
    cutOffAt: null,
  };
  const activity = { pools: new Map(), teams: [] };
  const facts = { draw, closedAt: null, mainPool: counters, pools: new Map([["main", counters]]) };
  return { draw: toPublicDraw(facts, activity, now), live: toLiveState(facts, activity, now) };
}
