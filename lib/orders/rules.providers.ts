export type { Provider } from "@/lib/gateways/payment/port";

export type CodeColumns = { gatewayCode: number | null; providerCode: string | null };

/** `gateway_code` is written for the previous release, and removed in the next (decision 056). */
export function toCodeColumns(code: string | null): CodeColumns {
  return { gatewayCode: toGatewayCode(code), providerCode: code };
}

/** If the columns differ, the previous release wrote last, and it writes only the number. */
export function getCode({ gatewayCode, providerCode }: CodeColumns): string | null {
  if (toGatewayCode(providerCode) === gatewayCode) return providerCode;
  return gatewayCode === null ? null : String(gatewayCode);
}

function toGatewayCode(code: string | null): number | null {
  return code !== null && /^-?\d{1,9}$/.test(code) ? Number(code) : null;
}
