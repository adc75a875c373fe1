import type { LocalText } from "@/lib/local-text";
import { toCents } from "@/lib/money";

import { mainPoolId } from "./rules";
import type { Draw } from "./schema";
import type { SecondDraw } from "./schema.packages";

/** A pool as the order core sees it; amounts in cents, null is unlimited. */
export type Pool = {
  poolId: string;
  type: Draw["type"];
  title: LocalText;
  packages: Package[];
  maxTickets: number | null;
  maxTicketPayout: number | null;
  maxJackpotCents: number | null;
  jackpotBaseCents: number;
  /** When sales of this pool end before those of the draw, else null. */
  cutOffAt: Date | null;
};

/** A package with its price in cents. */
export type Package = { packageId: string; tickets: number; priceCents: number };

type WirePackage = { id: string; tickets: number; price: number };

/** A package of the wire with its price in cents. */
export function toPackage(wire: WirePackage): Package {
  return { packageId: wire.id, tickets: wire.tickets, priceCents: toCents(wire.price) };
}

function toCentsOrNull(dollars: number | null): number | null {
  return dollars === null ? null : toCents(dollars);
}

/** When sales of a second draw end: at its cut-off, and never after it was drawn; null with the main draw. */
export function cutOffOf({ cutOffDate, drawDate }: Pick<SecondDraw, "cutOffDate" | "drawDate">): Date | null {
  const end = cutOffDate ?? drawDate;
  return end ? new Date(end) : null;
}

/** The packages of the main pool: its own, then those of its ticket pools. */
export function mainPackagesOf({
  ticketPriceInfo,
  ticketPools,
}: Pick<Draw, "ticketPriceInfo" | "ticketPools">): Package[] {
  return [...ticketPriceInfo, ...ticketPools.flatMap((group) => group.ticketPriceInfo)].map(toPackage);
}

/** The pools of a draw: the main one, then each second draw, enabled or not. */
export function poolsOf(draw: Draw): Pool[] {
  const main: Pool = {
    poolId: mainPoolId,
    type: draw.type,
    title: draw.title,
    packages: mainPackagesOf(draw),
    maxTickets: draw.maxTickets,
    maxTicketPayout: draw.maxTicketPayout,
    maxJackpotCents: toCentsOrNull(draw.maxJackpot),
    jackpotBaseCents: toCents(draw.jackpotTotal),
    cutOffAt: null,
  };
  const seconds = draw.secondDraws.map((second) => ({
    poolId: second.id,
    type: second.type,
    title: second.title,
    packages: second.ticketPackageInfo.map(toPackage),
    maxTickets: second.maxTickets,
    maxTicketPayout: second.maxTicketPayout,
    maxJackpotCents: toCentsOrNull(second.maxJackpot),
    jackpotBaseCents: toCents(second.jackpotTotal),
    cutOffAt: cutOffOf(second),
  }));
  return [main, ...seconds];
}
