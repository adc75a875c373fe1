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

const watchMs = 4000;

export type Checks = { isBusy: boolean; results: Check[] | null; isFailed: boolean };

type ViewQuery = Query<VerificationView, RefusalError, VerificationView, readonly string[]>;

const isMoving = ({ state: { data } }: ViewQuery) =>
  data?.payments.some(({ state, refund }) => state === "asking" || refund?.state === "under-way") ?? false;

export function useVerification(onEnded: () => void) {
  const runConfirmed = usePasskeyConfirmation();
  const [choice, setChoice] = useState<string | null>(null);
  const read = useQuery({
    ...verificationQuery(),
    refetchInterval: (query) => (isMoving(query) ? watchMs : false),
    refetchOnWindowFocus: (query) => (isMoving(query) ? "always" : false),
    refetchOnReconnect: (query) => (isMoving(query) ? "always" : false),
  });
  const view = read.data ?? null;
  const drawId = choice ?? view?.draws[0]?.instanceId ?? null;
  const checks = useQuery({
    ...checksQuery(drawId ?? ""),
    enabled: drawId !== null,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

  const recordRefusal = ({ reason }: Pick<CallRefusal, "reason">) => {
    if (reason === "verification-session-required") onEnded();
  };
  const isEnded = [read.error, checks.error].some((error) => error?.reason === "verification-session-required");
  useEffect(() => {
    if (isEnded) onEnded();
  }, [isEnded, onEnded]);

  return {
    view,
    drawId,
    checks: {
      isBusy: checks.isPending || checks.isFetching,
      results: checks.isError ? null : (checks.data?.checks ?? null),
      isFailed: checks.isError && !checks.isFetching,
    } satisfies Checks,
    async reload(): Promise<void> {
      await read.refetch();
    },
    choose: setChoice,
    async checkAgain(): Promise<void> {
      if (drawId) await checks.refetch();
    },
    async refundPayment(payment: VerificationPayment): Promise<boolean> {
      // If the verifier is a person of the console, the server asks for a fresh passkey.
      const refunded = await runConfirmed(() => refundVerification(payment));
      if (!refunded.ok) recordRefusal(refunded);
      await read.refetch();
      return refunded.ok;
    },
    signOut: () => endSession(),
  };
}
