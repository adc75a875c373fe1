import type { LocalText } from "@/lib/local-text";
import { toCents } from "@/lib/money";

import { getCutOff, mainPoolId } from "./rules";
import type { Draw } from "./schema";

/** Null means unlimited. `maxTicketPayout` limits the tickets of an order (docs/design.md, Pools and packages). */
export type Pool = {
  poolId: string;
  type: Draw["type"];
  title: LocalText;
  packages: Package[];
  maxTickets: number | null;
  maxTicketPayout: number | null;
  maxJackpotCents: number | null;
  jackpotBaseCents: number;
  cutOffAt: Date | null;
};

export type Package = { packageId: string; tickets: number; priceCents: number };

type WirePackage = { id: string; tickets: number; price: number };

export function toPackage(wire: WirePackage): Package {
  return { packageId: wire.id, tickets: wire.tickets, priceCents: toCents(wire.price) };
}

function toCentsOrNull(dollars: number | null): number | null {
  return dollars === null ? null : toCents(dollars);
}

export function listMainPackages({
  ticketPriceInfo,
  ticketPools,
}: Pick<Draw, "ticketPriceInfo" | "ticketPools">): Package[] {
  return [...ticketPriceInfo, ...ticketPools.flatMap((group) => group.ticketPriceInfo)].map(toPackage);
}

export function listPools(draw: Draw): Pool[] {
  const main: Pool = {
    poolId: mainPoolId,
    type: draw.type,
    title: draw.title,
    packages: listMainPackages(draw),
    maxTickets: draw.maxTickets,
    maxTicketPayout: draw.maxTicketPayout,
    maxJackpotCents: toCentsOrNull(draw.maxJackpot),
    jackpotBaseCents: toCents(draw.jackpotTotal),
    cutOffAt: null,
  };
  const secondPools = draw.secondDraws.map((second) => ({
    poolId: second.id,
    type: second.type,
    title: second.title,
    packages: second.ticketPackageInfo.map(toPackage),
    maxTickets: second.maxTickets,
    maxTicketPayout: second.maxTicketPayout,
    maxJackpotCents: toCentsOrNull(second.maxJackpot),
    jackpotBaseCents: toCents(second.jackpotTotal),
    cutOffAt: getCutOff(second),
  }));
  return [main, ...secondPools];
}
