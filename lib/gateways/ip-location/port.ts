export type LocatedCaller = { ipAddress: string; headers: Headers };

/**
 * `region` is a code such as `ON`, `private` is a local network, and `unavailable` means that the source cannot be
 * read.
 */
export type IpLocation =
  | { kind: "located"; country: string; region: string | null }
  | { kind: "unknown" }
  | { kind: "private" }
  | { kind: "unavailable" };

/** Never throws. */
export type IpLocationGateway = { locate: (caller: LocatedCaller) => Promise<IpLocation> };
