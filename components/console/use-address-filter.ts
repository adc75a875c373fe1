import { useSearchParams } from "next/navigation";

type Filter<Key extends string> = Record<Key, string>;

/** Keeps a filter in the address, so that a reload and a bookmark find it. Parameters that are missing are empty. */
export function useAddressFilter<Key extends string>(
  keys: readonly Key[],
): [Filter<Key>, (change: Partial<Filter<Key>>) => void] {
  const query = useSearchParams();
  const filter = Object.fromEntries(keys.map((key) => [key, query.get(key) ?? ""])) as Filter<Key>;
  const change = (part: Partial<Filter<Key>>) => {
    const wanted = { ...filter, ...part };
    const address = new URLSearchParams(keys.filter((key) => wanted[key] !== "").map((key) => [key, wanted[key]]));
    const { pathname } = window.location;
    // The state is null, as Next leaves changes with its own `history.state` out of `useSearchParams`.
    window.history.pushState(null, "", address.size > 0 ? `${pathname}?${address}` : pathname);
  };
  return [filter, change];
}
