import { useSearchParams } from "next/navigation";

import type { AddressFilter } from "@/lib/history/client";
import { filterKeys } from "@/lib/history/client";

export type ChangeFilter = (change: AddressFilter) => void;

/** What the address asks for. A change of a filter begins at the newest entry. */
export function useFilter(): { filter: AddressFilter; change: ChangeFilter } {
  const query = useSearchParams();
  const filter: AddressFilter = {};
  for (const key of filterKeys) {
    const value = query.get(key);
    if (value) filter[key] = value;
  }
  const change: ChangeFilter = ({ before = "", ...rest }) => {
    const address = new URLSearchParams();
    const wanted: AddressFilter = { ...filter, ...rest, before };
    for (const key of filterKeys) if (wanted[key]) address.set(key, wanted[key]);
    const { pathname } = window.location;
    window.history.pushState(null, "", address.size > 0 ? `${pathname}?${address}` : pathname);
  };
  return { filter, change };
}
