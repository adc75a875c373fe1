import type { Caller } from "@/lib/limits/rules";

export type Size = { tickets: number; cents: number };

/**
 * A holder may hold `fraction` of a pool's unsold tickets, at least `minimumPackages` of the smallest package, and
 * `maxOrders`.
 */
export type Holder = { name: string; fraction: number; minimumPackages: number; maxOrders: number | null };

export type Holders = { newBuyer: Holder[]; returningBuyer: Holder[] };

/** All browsers that have not paid before. What they may not hold stays for those that have, and for tablets. */
export const newBuyers = "everyone";

/**
 * A network may be an arena or an attacker, so it gets a quarter of the unsold plus what it paid for. Browsers without
 * a cookie count separately, so that they never crowd out others.
 */
const shareRules = {
  everyone: { fraction: 0.8, minimumPackages: 0, maxOrders: null },
  network: { fraction: 0.25, minimumPackages: 0, maxOrders: 10_000 },
  wideNetwork: { fraction: 0.5, minimumPackages: 0, maxOrders: 20_000 },
  cookieless: { fraction: 0.1, minimumPackages: 0, maxOrders: 2000 },
  client: { fraction: 0.02, minimumPackages: 10, maxOrders: 50 },
} as const;

export const networkHolder = "network:";
export const cookielessHolder = "newcomers:";
export const clientHolder = "client:";

/** Orders of tablets and unknown addresses count in no share. */
export function listHolders({ network, wideNetwork, client }: Caller): Holders {
  if (network === null) return { newBuyer: [], returningBuyer: [] };
  const all: Holder[] = [{ name: newBuyers, ...shareRules.everyone }];
  if (wideNetwork !== null) all.push({ name: networkHolder + wideNetwork, ...shareRules.wideNetwork });
  if (client === null)
    return { newBuyer: [...all, { name: cookielessHolder + network, ...shareRules.cookieless }], returningBuyer: [] };
  const clientShare = { name: clientHolder + client, ...shareRules.client };
  return {
    newBuyer: [...all, { name: networkHolder + network, ...shareRules.network }, clientShare],
    returningBuyer: [clientShare],
  };
}

export type ShareState = {
  holder: string;
  poolId: string;
  orders: number;
  unsold: { tickets: number | null; cents: number | null };
  held: Size;
  paid: Size;
};

/** `later` means when holds end, `never` that the order exceeds the share. */
export type ShareFit = "fits" | "later" | "never";

const units = ["tickets", "cents"] as const;

/** Explains a violation of the CHECK `ticket_shares_allowance`. Pool `''`, which counts orders, has no sizes. */
export function checkFit(
  { fraction, minimumPackages, maxOrders }: Holder,
  { orders, unsold, held, paid }: ShareState,
  wanted: Size | null,
  sizes: { largest: Size; smallest: Size } | null,
): ShareFit {
  if (!wanted || !sizes) return maxOrders !== null && orders + 1 > maxOrders + paid.tickets ? "later" : "fits";
  const limits = units.filter((unit) => unsold[unit] !== null);
  const allowance = (unit: (typeof units)[number]) =>
    Math.max(Math.ceil(fraction * (unsold[unit] ?? 0)), minimumPackages * sizes.smallest[unit]) + paid[unit];
  const isOne = limits.every((unit) => wanted[unit] <= sizes.largest[unit]);
  if (limits.every((unit) => held[unit] + wanted[unit] <= allowance(unit)) || (isOne && orders === 0)) return "fits";
  return isOne || limits.every((unit) => wanted[unit] <= allowance(unit)) ? "later" : "never";
}

/** In ms. A network's key is valid for a day, so its shares are deleted within 48 hours. */
export const networkShareLifetimeMs = 24 * 60 * 60_000;

/** In ms, which is the lifetime of the browser's cookie. */
export const clientShareLifetimeMs = 7 * 24 * 60 * 60_000;
