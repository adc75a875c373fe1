"use client";

import { useCallback, useMemo, useState } from "react";
import type { CheckoutDraw } from "@/components/order-form/checkout-draw";
import { clearSession } from "@/components/order-form/checkout-session";
import { SharedDeviceProvider } from "@/components/order-form/shared-device";
import type { OrderView } from "@/lib/orders/rules";
import type { PoolFacts } from "@/lib/orders/rules.pool-facts";
import type { Language } from "@/lib/platform/i18n/routing";
import { AttendedProvider } from "./attended";
import { returnToStart } from "./attended-address";
import { AttendedOutcome } from "./attended-outcome";
import { AttendedWatch } from "./attended-watch";
import { Checkout } from "./checkout";

type AttendedCheckoutProps = {
  draw: CheckoutDraw;
  locale: Language;
  card: { scriptUrl: string };
  /** What the numbers of each pool are headed by. */
  pools: [poolId: string, facts: PoolFacts][];
  /** The draw wants its confirmation to move a little. */
  isFestive: boolean;
};

/** Each round is a checkout of its own, so that nothing of the one before is left in it, the card fields included. */
type Round = { count: number; isResumed: boolean; outcome: OrderView | null };

const firstRound: Round = { count: 0, isResumed: false, outcome: null };

/**
 * The checkout of a tablet that strangers share: it shows what became of an order and begins anew, without ever leaving
 * its page.
 */
export function AttendedCheckout({ draw, locale, card, pools, isFestive }: AttendedCheckoutProps) {
  const [round, setRound] = useState(firstRound);
  const begin = useCallback((isResumed: boolean) => {
    setRound(({ count }) => ({ count: count + 1, isResumed, outcome: null }));
  }, []);
  const onStart = useCallback(
    (work?: Promise<unknown>) => {
      clearSession(draw.id);
      begin(false);
      returnToStart(locale, work);
    },
    [draw.id, locale, begin],
  );
  const onOutcome = useCallback((outcome: OrderView) => setRound((before) => ({ ...before, outcome })), []);
  const { count, isResumed, outcome } = round;
  const attended = useMemo(
    () => ({ isResumed, onOutcome, onStart, Watch: AttendedWatch }),
    [isResumed, onOutcome, onStart],
  );
  if (outcome) {
    const actions = { onResume: () => begin(true), onStart: () => onStart() };
    return <AttendedOutcome order={outcome} pools={pools} isFestive={isFestive} {...actions} />;
  }
  return (
    <AttendedProvider value={attended}>
      <SharedDeviceProvider value={true}>
        <Checkout key={count} draw={draw} locale={locale} card={card} applePay={null} />
      </SharedDeviceProvider>
    </AttendedProvider>
  );
}
