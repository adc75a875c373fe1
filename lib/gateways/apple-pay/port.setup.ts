/** `certificate` is null if it can't be read. The key can only be compared with the certificate. */
export type MerchantIdentity = {
  certificate: { merchantId: string | null; from: Date; until: Date } | null;
  key: "fits" | "unlike" | "unreadable" | "no-certificate";
};

export type LocalFile = { kind: "read"; sha256: string } | { kind: "not-configured" | "unreadable" };

/** A redirect counts as `refused`. */
export type ServedFile =
  | { kind: "served"; sha256: string; type: string }
  | { kind: "refused"; status: number }
  | { kind: "unreachable" };

/** Checks the setup of Apple Pay. Moves no money and never throws. */
export type SetupProbe = {
  readIdentity: () => MerchantIdentity | null;
  digestFile: () => Promise<LocalFile>;
  fetchFile: () => Promise<ServedFile>;
  /** Resolves to true if Apple's gateway answers with a trusted certificate. */
  canReachApple: () => Promise<boolean>;
};
