/** `certificate` is null if it cannot be read. The key can be compared only with it. */
export type MerchantIdentity = {
  certificate: { merchantId: string | null; from: Date; until: Date } | null;
  key: "fits" | "unlike" | "unreadable" | "no-certificate";
};

export type LocalFile = { kind: "read"; sha256: string } | { kind: "not-configured" | "unreadable" };

/** A redirect is `refused`. */
export type ServedFile =
  | { kind: "served"; sha256: string; type: string }
  | { kind: "refused"; status: number }
  | { kind: "unreachable" };

/** Checks how Apple Pay is set up. Moves no money and never throws for what it finds. */
export type SetupProbe = {
  readIdentity: () => MerchantIdentity | null;
  digestFile: () => Promise<LocalFile>;
  fetchFile: () => Promise<ServedFile>;
  /** Whether Apple's gateway answers with a trusted certificate. */
  canReachApple: () => Promise<boolean>;
};
