import type { Query } from "@tanstack/react-query";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { usePasskeyConfirmation } from "@/components/console/use-passkey-confirmation";
import type { RefusalError } from "@/lib/platform/http/browser/client";
import type { CallRefusal } from "@/lib/platform/http/browser/fetch-json";
import { checksQuery, endSession, refundVerification, verificationQuery } from "@/lib/verification/client";
import type { Check } from "@/lib/verification/rules.checks";
import type { VerificationPayment } from "@/lib/verification/rules.verification";
import type { VerificationView } from "@/lib/verification/view-verification";

const pollMs = 4000;

export type Checks = { isBusy: boolean; results: Check[] | null; isFailed: boolean };

type ViewQuery = Query<VerificationView, RefusalError, VerificationView, readonly string[]>;

const hasPendingPayment = ({ state: { data } }: ViewQuery) =>
  data?.payments.some(({ state, refund }) => state === "asking" || refund?.state === "under-way") ?? false;

export function useVerification(onEnded: () => void) {
  const runConfirmed = usePasskeyConfirmation();
  const [choice, setChoice] = useState<string | null>(null);
  const viewQuery = useQuery({
    ...verificationQuery(),
    refetchInterval: (query) => (hasPendingPayment(query) ? pollMs : false),
    refetchOnWindowFocus: (query) => (hasPendingPayment(query) ? "always" : false),
    refetchOnReconnect: (query) => (hasPendingPayment(query) ? "always" : false),
  });
  const view = viewQuery.data ?? null;
  const drawId = choice ?? view?.draws[0]?.instanceId ?? null;
  const checksResult = useQuery({
    ...checksQuery(drawId ?? ""),
    enabled: drawId !== null,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

  const handleRefusal = ({ reason }: Pick<CallRefusal, "reason">) => {
    if (reason === "verification-session-required") onEnded();
  };
  const isEnded = [viewQuery.error, checksResult.error].some(
    (error) => error?.reason === "verification-session-required",
  );
  useEffect(() => {
    if (isEnded) onEnded();
  }, [isEnded, onEnded]);

  return {
    view,
    drawId,
    checks: {
      isBusy: checksResult.isPending || checksResult.isFetching,
      results: checksResult.isError ? null : (checksResult.data?.checks ?? null),
      isFailed: checksResult.isError && !checksResult.isFetching,
    } satisfies Checks,
    async reload(): Promise<void> {
      await viewQuery.refetch();
    },
    choose: setChoice,
    async checkAgain(): Promise<void> {
      if (drawId) await checksResult.refetch();
    },
    async refundPayment(payment: VerificationPayment): Promise<boolean> {
      // If the verifier is a person of the console, the server asks for a fresh passkey.
      const answer = await runConfirmed(() => refundVerification(payment));
      if (!answer.ok) handleRefusal(answer);
      await viewQuery.refetch();
      return answer.ok;
    },
    signOut: () => endSession(),
  };
}
