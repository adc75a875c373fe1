export type MerchantSession = Record<string, unknown>;

/** `status` is null without an answer. `problem` is for the log. */
export type MerchantSessionOutcome =
  | { kind: "session"; session: MerchantSession }
  | { kind: "unavailable"; status: number | null; problem: string };

/** Never throws, whatever Apple answers. */
export type ApplePayGateway = {
  merchantId: string;
  /** `validationUrl` must be one of Apple's (`isValidationUrl`). */
  openSession: (validationUrl: string) => Promise<MerchantSessionOutcome>;
};
