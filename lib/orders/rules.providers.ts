export type { Provider } from "@/lib/gateways/payment/gateway";

/** A provider's code as the rows of payments and refunds have it. */
export type CodeColumns = { gatewayCode: number | null; providerCode: string | null };

/**
 * The columns of a code. `gateway_code` is written for the release before, which knows no other, and goes a release
 * later (decision 056).
 */
export function codeColumnsOf(code: string | null): CodeColumns {
  return { gatewayCode: numberOf(code), providerCode: code };
}

/** The code of a row. Where its columns differ the release before has written it last, and has written the number. */
export function codeOf({ gatewayCode, providerCode }: CodeColumns): string | null {
  if (numberOf(providerCode) === gatewayCode) return providerCode;
  return gatewayCode === null ? null : String(gatewayCode);
}

function numberOf(code: string | null): number | null {
  return code !== null && /^-?\d{1,9}$/.test(code) ? Number(code) : null;
}
