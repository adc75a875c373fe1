import type { CallRefusal } from "@/lib/platform/http/browser/fetch-json";
import { fetchJson } from "@/lib/platform/http/browser/fetch-json";

export type MerchantSession = Record<string, unknown>;

export type MerchantResult = { ok: true; merchantSession: MerchantSession } | CallRefusal;

function isMerchantBody(body: unknown): body is { merchantSession: MerchantSession } {
  const session = (body as { merchantSession?: unknown } | null)?.merchantSession;
  return typeof session === "object" && session !== null;
}

export async function validateMerchant(validationURL: string, displayName: string): Promise<MerchantResult> {
  const body = { validationURL, displayName };
  const answer = await fetchJson("/api/apple-pay/validate-merchant", isMerchantBody, { body });
  return answer.ok ? { ok: true, merchantSession: answer.body.merchantSession } : answer;
}
