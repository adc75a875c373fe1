/**
 * What is known of the merchant identity: what the certificate says, null where it cannot be read, and whether the key
 * is its own, which nobody can tell without a certificate.
 */
export type IdentityFacts = {
  certificate: { merchantId: string | null; from: Date; until: Date } | null;
  key: "fits" | "unlike" | "unreadable" | "no-certificate";
};

/** The configured domain association file by its SHA-256 in hexadecimal digits, or why there is none. */
export type OwnFile = { kind: "read"; sha256: string } | { kind: "not-configured" | "unreadable" };

/** What our public address answers for the domain association file; a redirect is a status that is refused. */
export type ServedFile =
  | { kind: "served"; sha256: string; type: string }
  | { kind: "refused"; status: number }
  | { kind: "unreachable" };

/** Looks at how Apple Pay is set up. Moves no money, and never throws for what it finds. */
export type SetupProbe = {
  /** Null where Apple Pay is not set up. */
  readIdentity: () => IdentityFacts | null;
  digestFile: () => Promise<OwnFile>;
  fetchFile: () => Promise<ServedFile>;
  /** Whether Apple's gateway answers with a certificate that is trusted. */
  reachApple: () => Promise<boolean>;
};
