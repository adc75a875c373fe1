import type { Caller } from "@/lib/limits/rules";

/** Tickets of a package and their price in cents. */
export type Size = { tickets: number; cents: number };

/**
 * One of those in whose name unpaid tickets are counted, and how much it may have of a limited pool: `fraction` of what
 * is not sold, at least `few` of the pool's smallest package. `maxOrders` is for every draw; null is without limit.
 */
export type Holder = { name: string; fraction: number; few: number; maxOrders: number | null };

/** In whose shares an order counts: `known` while its browser has paid before in this draw, `unknown` else. */
export type Holders = { unknown: Holder[]; known: Holder[] };

/**
 * All clients together that have not paid before: what they cannot have is left for those who have, and for tablets.
 */
export const everyone = "everyone";

/**
 * Shares of what a pool has not sold. A network is an arena as well as a thief: it may have a quarter, and as much more
 * as it paid for; a wide one twice that, by browsers of both kinds. In a network, browsers that came without a cookie
 * are counted apart, so that who drops it never crowds out who keeps it.
 */
const shares = {
  everyone: { fraction: 0.8, few: 0, maxOrders: null },
  network: { fraction: 0.25, few: 0, maxOrders: 10_000 },
  wide: { fraction: 0.5, few: 0, maxOrders: 20_000 },
  newcomers: { fraction: 0.1, few: 0, maxOrders: 2000 },
  client: { fraction: 0.02, few: 10, maxOrders: 50 },
} as const;

/** The share of a network, also a wide one, by its key, and of its browsers that came without a cookie. */
export const networkHolder = "network:";
export const newcomersHolder = "newcomers:";
/** The share of one browser by its client key. */
export const clientHolder = "client:";

/** In whose shares an order of this caller counts. A tablet's, and one of no known address, counts in none. */
export function holdersOf({ network, wide, client }: Caller): Holders {
  if (network === null) return { unknown: [], known: [] };
  const all: Holder[] = [{ name: everyone, ...shares.everyone }];
  if (wide !== null) all.push({ name: networkHolder + wide, ...shares.wide });
  if (client === null)
    return { unknown: [...all, { name: newcomersHolder + network, ...shares.newcomers }], known: [] };
  const own = { name: clientHolder + client, ...shares.client };
  return { unknown: [...all, { name: networkHolder + network, ...shares.network }, own], known: [own] };
}

/**
 * What a holder has of a pool, or of the orders of a draw (pool `''`), and what is not sold of it; null is without
 * limit.
 */
export type ShareState = {
  holder: string;
  poolId: string;
  orders: number;
  unsold: { tickets: number | null; cents: number | null };
  held: Size;
  /** What it has paid for earns as much room. */
  paid: Size;
};

/**
 * Whether an order has room in a share: now, when holds of that share end, or never, as it is larger than the share.
 */
export type Fit = "fits" | "later" | "never";

const units = ["tickets", "cents"] as const;

/**
 * How an order for `wanted` of a pool fits in a share of it, by the largest and smallest package of the pool: what the
 * CHECK `ticket_shares_allowance` tells, to explain a refusal. `wanted` and `sizes` are null for pool `''`.
 */
export function fitIn(
  { fraction, few, maxOrders }: Holder,
  { orders, unsold, held, paid }: ShareState,
  wanted: Size | null,
  sizes: { largest: Size; smallest: Size } | null,
): Fit {
  if (!wanted || !sizes) return maxOrders !== null && orders + 1 > maxOrders + paid.tickets ? "later" : "fits";
  const limits = units.filter((unit) => unsold[unit] !== null);
  const allowance = (unit: (typeof units)[number]) =>
    Math.max(Math.ceil(fraction * (unsold[unit] ?? 0)), few * sizes.smallest[unit]) + paid[unit];
  const isOne = limits.every((unit) => wanted[unit] <= sizes.largest[unit]);
  if (limits.every((unit) => held[unit] + wanted[unit] <= allowance(unit)) || (isOne && orders === 0)) return "fits";
  return isOne || limits.every((unit) => wanted[unit] <= allowance(unit)) ? "later" : "never";
}

/**
 * How long shares of a network are kept, in ms: its key is of one day, so they are gone within 48 hours of any call.
 */
export const networkShareMs = 24 * 60 * 60_000;

/** How long a browser is known to have paid, in ms: as long as it keeps its cookie. */
export const clientShareMs = 7 * 24 * 60 * 60_000;
