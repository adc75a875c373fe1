/** Who calls: the address in one spelling, and the headers of the call. */
export type Caller = { address: string; headers: Headers };

/**
 * Where an address is by what its source tells: a country by its two letters and a region by its code (`ON`) where it
 * is known; `private` for an address that is of no place, as those of a local network; `unavailable` where the source
 * cannot be asked.
 */
export type IpLocation =
  | { kind: "located"; country: string; region: string | null }
  | { kind: "unknown" }
  | { kind: "private" }
  | { kind: "unavailable" };

/** Tells where a caller's address is; what cannot be told is an answer, never thrown. */
export type IpLocationGateway = { locate: (caller: Caller) => Promise<IpLocation> };
