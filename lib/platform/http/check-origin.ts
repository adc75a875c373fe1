import "server-only";

/** What decides whether a write comes from our own pages. */
type OriginFacts = { headers: Headers; ownOrigin: string; isDemo: boolean };

/** Addresses, and names that no public name server answers for: nobody else can point one at this machine. */
const localName = /^(?:[\d.]+|\[[\da-f:.]+\]|(?:[^.]+\.)*(?:localhost|local)|[^.]+)$/;

function isOwn(origin: string, { headers, ownOrigin, isDemo }: OriginFacts): boolean {
  if (origin === ownOrigin) return true;
  // A demo can be opened under any name of its machine; live origins are compared only with the configuration.
  if (!isDemo || !URL.canParse(origin)) return false;
  const { host, hostname } = new URL(origin);
  return host === headers.get("host") && localName.test(hostname);
}

/**
 * True when a write may go on (docs/design.md, Writes from our own pages): `Sec-Fetch-Site` same-origin or none,
 * `Origin` our own. With both absent only calls without a cookie credential pass; `hasCredential` says whether this one
 * carries one.
 */
export function isOwnOrigin(facts: OriginFacts, hasCredential: boolean): boolean {
  const site = facts.headers.get("sec-fetch-site");
  const origin = facts.headers.get("origin");
  if (site === null && origin === null) return !hasCredential;
  if (site !== null && site !== "same-origin" && site !== "none") return false;
  return origin === null || isOwn(origin, facts);
}
