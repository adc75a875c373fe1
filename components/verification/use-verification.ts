import { useCallback, useEffect, useRef, useState } from "react";
import type { CallRefusal } from "@/lib/platform/http/fetch-json";
import { endSession, readChecks, readVerification, refundVerification } from "@/lib/verification/client";
import type { Check } from "@/lib/verification/rules.checks";
import type { VerificationPayment } from "@/lib/verification/rules.verification";
import type { VerificationView } from "@/lib/verification/view-verification";

/** How often what is not known yet is asked for, in ms. */
const watchMs = 4000;

/** The checks of one draw: under way, made, or why not. */
export type Checks = { isBusy: boolean; found: Check[] | null; isFailed: boolean };

const noChecks: Checks = { isBusy: true, found: null, isFailed: false };

/** True while nobody knows yet what became of a payment or of its refund. */
function isMoving({ state, refund }: VerificationPayment): boolean {
  return state === "asking" || refund?.state === "under-way";
}

/** What the signed-in page works with; `onEnded` is called once the session is over. */
export function useVerification(onEnded: () => void) {
  const [view, setView] = useState<VerificationView | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const [checks, setChecks] = useState<Checks>(noChecks);
  const asked = useRef(0);
  const drawId = chosen ?? view?.draws[0]?.instanceId ?? null;
  const isWatched = view?.payments.some(isMoving) ?? false;

  const noteRefusal = useCallback(
    ({ reason }: CallRefusal) => {
      if (reason === "verification-session-required") onEnded();
    },
    [onEnded],
  );
  const reload = useCallback(async () => {
    const read = await readVerification();
    if (read.ok) setView(read);
    else noteRefusal(read);
  }, [noteRefusal]);
  const check = useCallback(
    async (instanceId: string) => {
      asked.current += 1;
      const mine = asked.current;
      setChecks(({ found }) => ({ isBusy: true, found, isFailed: false }));
      const read = await readChecks(instanceId);
      if (!read.ok) noteRefusal(read);
      // A slow answer about another draw, or an earlier one, must not be shown as what was just asked for.
      if (mine !== asked.current) return;
      setChecks({ isBusy: false, found: read.ok ? read.checks : null, isFailed: !read.ok });
    },
    [noteRefusal],
  );

  useEffect(() => void reload(), [reload]);
  useEffect(() => {
    setChecks(noChecks);
    if (drawId) check(drawId);
  }, [drawId, check]);
  useEffect(() => {
    if (!isWatched) return;
    const timer = setInterval(reload, watchMs);
    return () => clearInterval(timer);
  }, [isWatched, reload]);

  return {
    view,
    drawId,
    checks,
    reload,
    choose: setChosen,
    checkAgain: () => (drawId ? check(drawId) : Promise.resolve()),
    /** False when the money was not given back. */
    async giveBack(payment: VerificationPayment): Promise<boolean> {
      const refunded = await refundVerification(payment);
      if (!refunded.ok) noteRefusal(refunded);
      await reload();
      return refunded.ok;
    },
    signOut: () => endSession(),
  };
}
