export type LocatedCaller = { ipAddress: string; headers: Headers };

/** `region` is a code such as `ON`. `private`: a local network. `unavailable`: the source can't be read. */
export type IpLocation =
  | { kind: "located"; country: string; region: string | null }
  | { kind: "unknown" }
  | { kind: "private" }
  | { kind: "unavailable" };

export type IpLocationGateway = { locate: (caller: LocatedCaller) => Promise<IpLocation> };
