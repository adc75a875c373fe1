import type { Caller } from "@/lib/limits/rules";

export type Size = { tickets: number; cents: number };

/**
 * Unpaid tickets are counted by holder. It may have `fraction` of what is unsold of a limited pool, at least `few` of
 * the smallest package, and `maxOrders` in any draw.
 */
export type Holder = { name: string; fraction: number; few: number; maxOrders: number | null };

/** The holders of an order: `known` if its browser has paid before in this draw, else `unknown`. */
export type Holders = { unknown: Holder[]; known: Holder[] };

/** All clients together that have not paid before. The rest is for those who have, and for tablets. */
export const everyone = "everyone";

/**
 * A network may be an arena or a thief: it may have a quarter of what is unsold, and as much more as it paid for; a
 * wide one twice that. Browsers without a cookie are counted apart, so that they never crowd out those that keep it.
 */
const shares = {
  everyone: { fraction: 0.8, few: 0, maxOrders: null },
  network: { fraction: 0.25, few: 0, maxOrders: 10_000 },
  wide: { fraction: 0.5, few: 0, maxOrders: 20_000 },
  newcomers: { fraction: 0.1, few: 0, maxOrders: 2000 },
  client: { fraction: 0.02, few: 10, maxOrders: 50 },
} as const;

export const networkHolder = "network:";
export const newcomersHolder = "newcomers:";
export const clientHolder = "client:";

/** The order of a tablet, or of an unknown address, counts in no share. */
export function holdersOf({ network, wide, client }: Caller): Holders {
  if (network === null) return { unknown: [], known: [] };
  const all: Holder[] = [{ name: everyone, ...shares.everyone }];
  if (wide !== null) all.push({ name: networkHolder + wide, ...shares.wide });
  if (client === null)
    return { unknown: [...all, { name: newcomersHolder + network, ...shares.newcomers }], known: [] };
  const own = { name: clientHolder + client, ...shares.client };
  return { unknown: [...all, { name: networkHolder + network, ...shares.network }, own], known: [own] };
}

export type ShareState = {
  holder: string;
  poolId: string;
  orders: number;
  unsold: { tickets: number | null; cents: number | null };
  held: Size;
  paid: Size;
};

/** `later`: when holds of the share end; `never`: the order is larger than the share. */
export type Fit = "fits" | "later" | "never";

const units = ["tickets", "cents"] as const;

/**
 * Explains a refusal of the CHECK `ticket_shares_allowance`. `wanted` and `sizes` are null for pool `''`, whose row
 * counts orders.
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

/** The key of a network is of one day, so that its shares are gone within 48 hours of any call. */
export const networkShareMs = 24 * 60 * 60_000;

/** The lifetime of the cookie by which a browser is known. */
export const clientShareMs = 7 * 24 * 60 * 60_000;
