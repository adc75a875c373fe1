import type { DraftContent } from "./schema";

/** The fewest letters and digits that no id has yet: `p1`, `p2` and so on. */
export function createItemId(prefix: string, takenIds: readonly unknown[]): string {
  const taken = new Set(takenIds);
  let number = taken.size + 1;
  while (taken.has(`${prefix}${number}`)) number += 1;
  return `${prefix}${number}`;
}

type Item = Record<string, unknown>;

export function toItems(value: unknown): Item[] {
  return Array.isArray(value) ? value.filter((item): item is Item => item !== null && typeof item === "object") : [];
}

export type DraftPackage = { packageId: string; tickets: unknown; price: unknown };

/** A pool that sells numbers, with its packages. `title` is absent for the main draw. */
export type DraftPool = { poolId: string; title?: unknown; packages: DraftPackage[] };

const toPackages = (value: unknown): DraftPackage[] =>
  toItems(value).map(({ id, tickets, price }) => ({ packageId: String(id), tickets, price }));

/** What a bundle can be made of. */
export function listDraftPools({ ticketPriceInfo, ticketPools, secondDraws }: DraftContent): DraftPool[] {
  const groups = toItems(ticketPools).flatMap((group) => toPackages(group.ticketPriceInfo));
  const main: DraftPool = { poolId: "main", packages: [...toPackages(ticketPriceInfo), ...groups] };
  const seconds = toItems(secondDraws).map(({ id, title, ticketPackageInfo }) => ({
    poolId: String(id),
    title,
    packages: toPackages(ticketPackageInfo),
  }));
  return [main, ...seconds];
}

/** The ids that packages of the main draw have, which are unique across its ticket pools. */
export function listMainPackageIds(content: DraftContent): string[] {
  return listDraftPools({ ...content, secondDraws: [] }).flatMap(({ packages }) =>
    packages.map(({ packageId }) => packageId),
  );
}
