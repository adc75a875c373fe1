/**
 * Who calls, as far as limits go: a network by the key of its day, a browser by its cookie, a tablet by its credential.
 * `network` is null for a tablet and where nobody knows the address; `client` is null for a tablet and for a browser
 * that brought no cookie.
 */
export type Caller = { network: string | null; client: string | null; deviceId: string | null };
