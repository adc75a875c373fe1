import { usePathname, useSearchParams } from "next/navigation";

type Filter<Key extends string> = Record<Key, string>;

type QueryFilter<Key extends string> = [
  filter: Filter<Key>,
  change: (changes: Partial<Filter<Key>>) => void,
  /** The URL with these changes of the filter. */
  getHref: (changes: Partial<Filter<Key>>) => string,
];

/** Keeps a filter in the URL, so that it survives a reload and can be bookmarked. Missing parameters are empty. */
export function useQueryFilter<Key extends string>(keys: readonly Key[]): QueryFilter<Key> {
  const query = useSearchParams();
  const path = usePathname();
  const filter = readFilter(keys, query);
  const getHref = (changes: Partial<Filter<Key>>) => {
    const next = { ...filter, ...changes };
    const query = new URLSearchParams(keys.filter((key) => next[key] !== "").map((key) => [key, next[key]]));
    return query.size > 0 ? `${path}?${query}` : path;
  };
  const change = (changes: Partial<Filter<Key>>) => {
    // After a quick change before this one, `query` is still the old one.
    const current = readFilter(keys, new URLSearchParams(window.location.search));
    // The state is null, because `useSearchParams` ignores changes that carry Next's own `history.state`.
    window.history.pushState(null, "", getHref({ ...current, ...changes }));
  };
  return [filter, change, getHref];
}

function readFilter<Key extends string>(keys: readonly Key[], query: URLSearchParams): Filter<Key> {
  return Object.fromEntries(keys.map((key) => [key, query.get(key) ?? ""])) as Filter<Key>;
}
