import { usePathname, useSearchParams } from "next/navigation";

type Filter<Key extends string> = Record<Key, string>;

type AddressFilter<Key extends string> = [
  filter: Filter<Key>,
  change: (part: Partial<Filter<Key>>) => void,
  /** The address that a change leads to, for a link. */
  hrefOf: (part: Partial<Filter<Key>>) => string,
];

/** Keeps a filter in the address, so that a reload and a bookmark find it. Parameters that are missing are empty. */
export function useAddressFilter<Key extends string>(keys: readonly Key[]): AddressFilter<Key> {
  const query = useSearchParams();
  const path = usePathname();
  const filter = Object.fromEntries(keys.map((key) => [key, query.get(key) ?? ""])) as Filter<Key>;
  const hrefOf = (part: Partial<Filter<Key>>) => {
    const wanted = { ...filter, ...part };
    const address = new URLSearchParams(keys.filter((key) => wanted[key] !== "").map((key) => [key, wanted[key]]));
    return address.size > 0 ? `${path}?${address}` : path;
  };
  // The state is null, as Next leaves changes with its own `history.state` out of `useSearchParams`.
  const change = (part: Partial<Filter<Key>>) => window.history.pushState(null, "", hrefOf(part));
  return [filter, change, hrefOf];
}
