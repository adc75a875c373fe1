import type { Caller } from "@/lib/limits/rules";

export type Size = { tickets: number; cents: number };

/**
 * The limits of a holder: `fraction` of a pool's unsold tickets, but at least `minimumPackages` of the smallest
 * package, and `maxOrders` open orders.
 */
export type Holder = { name: string; fraction: number; minimumPackages: number; maxOrders: number | null };

export type Holders = { newBuyer: Holder[]; returningBuyer: Holder[] };

/** All browsers that never paid share this holder. The rest is left to returning buyers and tablets. */
export const newBuyersHolder = "everyone";

/**
 * A network may be an arena or an attacker. It may hold a quarter of the unsold tickets, plus as many as it has paid
 * for. Its browsers without a cookie have a separate share, so that they can't use up that of the others.
 */
const shareRules = {
  everyone: { fraction: 0.8, minimumPackages: 0, maxOrders: null },
  network: { fraction: 0.25, minimumPackages: 0, maxOrders: 10_000 },
  wideNetwork: { fraction: 0.5, minimumPackages: 0, maxOrders: 20_000 },
  cookieless: { fraction: 0.1, minimumPackages: 0, maxOrders: 2000 },
  client: { fraction: 0.02, minimumPackages: 10, maxOrders: 50 },
} as const;

export const networkHolderPrefix = "network:";
export const cookielessHolderPrefix = "newcomers:";
export const clientHolderPrefix = "client:";

/** Returns none for tablets and unknown IP addresses, whose orders count in no share. */
export function listHolders({ network, wideNetwork, client }: Caller): Holders {
  if (network === null) return { newBuyer: [], returningBuyer: [] };
  const all: Holder[] = [{ name: newBuyersHolder, ...shareRules.everyone }];
  if (wideNetwork !== null) all.push({ name: networkHolderPrefix + wideNetwork, ...shareRules.wideNetwork });
  if (client === null)
    return {
      newBuyer: [...all, { name: cookielessHolderPrefix + network, ...shareRules.cookieless }],
      returningBuyer: [],
    };
  const clientHolder = { name: clientHolderPrefix + client, ...shareRules.client };
  return {
    newBuyer: [...all, { name: networkHolderPrefix + network, ...shareRules.network }, clientHolder],
    returningBuyer: [clientHolder],
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

/** `later` if there is room once other holds end. `never` if the order exceeds the whole share. */
export type ShareFit = "fits" | "later" | "never";

const units = ["tickets", "cents"] as const;

/**
 * Explains why the CHECK `ticket_shares_allowance` refused an order, by the same rule: an order must fit into the rest
 * of the share. A holder without other orders may place one as large as the largest package, however little is left.
 * `wanted` and `sizes` are null for pool `''`, which counts orders.
 */
export function computeShareFit(
  { fraction, minimumPackages, maxOrders }: Holder,
  { orders, unsold, held, paid }: ShareState,
  wanted: Size | null,
  sizes: { largest: Size; smallest: Size } | null,
): ShareFit {
  if (!wanted || !sizes) return maxOrders !== null && orders + 1 > maxOrders + paid.tickets ? "later" : "fits";
  const limitedUnits = units.filter((unit) => unsold[unit] !== null);
  const getAllowance = (unit: (typeof units)[number]) =>
    Math.max(Math.ceil(fraction * (unsold[unit] ?? 0)), minimumPackages * sizes.smallest[unit]) + paid[unit];
  const isWithinLargestPackage = limitedUnits.every((unit) => wanted[unit] <= sizes.largest[unit]);
  if (isWithinLargestPackage && orders === 0) return "fits";
  if (limitedUnits.every((unit) => held[unit] + wanted[unit] <= getAllowance(unit))) return "fits";
  const canFitLater = isWithinLargestPackage || limitedUnits.every((unit) => wanted[unit] <= getAllowance(unit));
  return canFitLater ? "later" : "never";
}

/** A network's key changes daily, so a share kept one more day is gone within 48 hours (privacy). */
export const networkShareLifetimeMs = 24 * 60 * 60_000;

/** The lifetime of the browser's cookie. */
export const clientShareLifetimeMs = 7 * 24 * 60 * 60_000;
