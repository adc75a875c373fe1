import { queryOptions } from "@tanstack/react-query";

import type { ApplePayPayment } from "@/lib/gateways/apple-pay/rules.payment";
import { applePaymentTimeoutMs } from "@/lib/gateways/apple-pay/rules.times";
import { AppCheckFailed } from "@/lib/platform/http/browser/app-check";
import type { RefusalError } from "@/lib/platform/http/browser/client";
import { hasKey, unwrapResult } from "@/lib/platform/http/browser/client";
import type { CallRefusal } from "@/lib/platform/http/browser/fetch-json";
import { fetchJson, fetchWithToken } from "@/lib/platform/http/browser/fetch-json";
import type { CheckedSetup } from "./check-setup";
import { withTokenFailure } from "./rules.checks";
import type { VerificationPayment } from "./rules.verification";
import type { VerificationView } from "./view-verification";

/** `isPaid` is false while the gateway has not answered yet. */
export type VerificationResult = { ok: true; isPaid: boolean } | CallRefusal;

export type CallOutcome = { ok: true } | CallRefusal;

type PaidBody = { success: boolean };

export async function openSession(key: string): Promise<CallOutcome> {
  const answer = await fetchJson("/api/verification/session", hasKey<{ seconds: number }>("seconds"), {
    body: { key },
  });
  return answer.ok ? { ok: true } : answer;
}

export async function endSession(): Promise<CallOutcome> {
  const answer = await fetchJson("/api/verification/session/end", hasKey<{ seconds: number }>("seconds"), { body: {} });
  return answer.ok ? { ok: true } : answer;
}

export function verificationQuery() {
  return queryOptions<VerificationView, RefusalError, VerificationView, readonly string[]>({
    queryKey: ["verification"],
    queryFn: async ({ signal }) =>
      unwrapResult(await fetchJson("/api/verification", hasKey<VerificationView>("payments"), { signal })).body,
  });
}

/** If this browser has no token, the checks say why. */
async function fetchChecks(path: string, signal: AbortSignal): Promise<CheckedSetup> {
  const options = { timeoutMs: 30_000, signal };
  const isBody = hasKey<CheckedSetup>("checks");
  try {
    return unwrapResult(await fetchWithToken(path, isBody, options)).body;
  } catch (error) {
    if (!(error instanceof AppCheckFailed)) throw error;
    const setup = unwrapResult(await fetchJson(path, isBody, options)).body;
    return { ...setup, checks: withTokenFailure(setup.checks, error.message) };
  }
}

export function checksQuery(instanceId: string) {
  return queryOptions<CheckedSetup, RefusalError, CheckedSetup, readonly string[]>({
    queryKey: ["verification", "checks", instanceId],
    async queryFn({ signal }) {
      const path = `/api/verification/checks?instanceId=${encodeURIComponent(instanceId)}`;
      return fetchChecks(path, signal);
    },
  });
}

export async function payVerification(instanceId: string, payment: ApplePayPayment): Promise<VerificationResult> {
  const options = { body: { instanceId, payment }, timeoutMs: applePaymentTimeoutMs };
  const answer = await fetchJson("/api/bambora/processApplePayPayment", hasKey<PaidBody>("success"), options);
  return answer.ok ? { ok: true, isPaid: answer.body.success } : answer;
}

export async function refundVerification({ instanceId, orderNumber }: VerificationPayment): Promise<CallOutcome> {
  const path = `/api/verification/payments/${instanceId}/${orderNumber}/refund`;
  const answer = await fetchJson(path, hasKey<{ payment: VerificationPayment }>("payment"), {
    body: {},
    timeoutMs: 45_000,
  });
  return answer.ok ? { ok: true } : answer;
}
