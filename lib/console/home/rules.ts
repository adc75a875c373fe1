import type { AttentionKind } from "@/lib/console/orders/rules";
import type { AdminDraw } from "@/lib/draws/rules.projection";
import type { LocalText } from "@/lib/local-text";

/** Money in dollars, less what was refunded. `orders` includes refunded ones, as in the report. */
export type SalesFigures = { orders: number; tickets: number; amount: number };

/** An hour on the clock of the draw's zone, by its first instant. */
export type HourFigures = SalesFigures & { startsAt: string };

export const salesParts = ["channel", "method", "tablet", "operator", "team"] as const;

export type SalesPart = (typeof salesParts)[number];

/** `name` is null where the key itself is a word of ours (`web`, `card`). Sales without the part have an empty key. */
export type PartFigures = SalesFigures & { key: string; name: LocalText | null };

/**
 * Sales of one day of the draw's zone: today, or the last day of sales. `refunded` is in dollars. `completeUntil` is
 * null if the figures are of the moment; otherwise they are still being added up.
 */
export type DaySales = {
  startsAt: string;
  isToday: boolean;
  total: SalesFigures & { refunded: number };
  hours: HourFigures[];
  parts: { part: SalesPart; rows: PartFigures[] }[];
  completeUntil: string | null;
};

/** `title` is null for the main draw. `prize` is in dollars, estimated, or the words of a raffle's prize. */
export type HomePool = {
  poolId: string;
  title: LocalText | null;
  prize: number | LocalText | null;
  sold: number;
  left: number | null;
  sales: number;
};

export type HomeDraw = AdminDraw & {
  timeZone: string;
  /** The ticket that won the main draw's grand prize. */
  winningTicket: number | null;
  pools: HomePool[];
  day: DaySales;
};

type NamedDraw = { instanceId: string; titles: LocalText; timeZone: string };

/** What somebody should look at, with what is needed to say it and to link to the page that helps. */
export type HomeNeed =
  | (NamedDraw & { kind: AttentionKind; count: number })
  | (NamedDraw & { kind: "opens" | "opens-unapproved" | "closes" | "draws" | "undrawn"; at: string })
  | (NamedDraw & { kind: "french-missing" })
  | { kind: "tablet-silent"; deviceId: string; name: string; seenAt: string }
  | { kind: "bank-hosts" };

/** A date that comes by itself. Every other need is a fault that somebody mends. */
export function isComingUp({ kind }: HomeNeed): boolean {
  return kind === "opens" || kind === "closes" || kind === "draws";
}

/** `at` is the time of the figures. `otherDraws` counts draws on sale that aren't listed. */
export type Home = { at: string; draws: HomeDraw[]; otherDraws: number; needs: HomeNeed[] };

/** More would be a list to search, which the page of draws is. */
export const maxHomeDraws = 20;
