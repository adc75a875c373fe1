/** A payment session of Apple's: opaque, for one sheet. */
export type MerchantSession = Record<string, unknown>;

/**
 * What asking Apple for a payment session gave; `status` is its answer's, null without one, `problem` is for the log.
 */
export type MerchantSessionOutcome =
  | { kind: "session"; session: MerchantSession }
  | { kind: "unavailable"; status: number | null; problem: string };

/** Apple behind a typed port. A call never throws for what Apple answers or fails to. */
export type ApplePayGateway = {
  /** The merchant that tokens must have been made for. */
  merchantId: string;
  /** Asks once; `validationUrl` is one of Apple's. */
  openSession: (validationUrl: string) => Promise<MerchantSessionOutcome>;
};
