"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useCallback, useMemo, useState } from "react";
import type { CheckoutDraw } from "@/components/order-form/checkout-draw";
import { clearSession } from "@/components/order-form/checkout-session";
import { SharedDeviceProvider } from "@/components/order-form/shared-device";
import { Icon } from "@/components/ui/icon";
import type { OrderView } from "@/lib/orders/rules";
import type { PoolFacts } from "@/lib/orders/rules.pool-facts";
import type { Language } from "@/lib/platform/i18n/routing";
import { Checkout } from "./checkout";
import { KioskProvider } from "./kiosk";
import { returnToStart } from "./kiosk-address";
import { KioskOutcome } from "./kiosk-outcome";
import { KioskWatch } from "./kiosk-watch";

type KioskCheckoutProps = {
  draw: CheckoutDraw;
  locale: Language;
  card: { scriptUrl: string };
  /** What the numbers of each pool are headed by. */
  pools: [poolId: string, facts: PoolFacts][];
  /** What a bank may add to the sum, above it. */
  caution: ReactNode;
  /** Why paying is safe, under the button. */
  papers: ReactNode;
  /** The draw wants its confirmation to move a little. */
  isFestive: boolean;
};

/** That the next person finds nothing of what is typed here. Beside the form alone: without it nothing is typed. */
function ClearedNote() {
  const t = useTranslations("kiosk");
  return (
    <p className="cleared-note mb-4 hidden items-center gap-2.5 font-medium in-[#checkout]:flex sm:mb-2.5">
      <Icon name="shield" className="text-positive" />
      {t("cleared")}
    </p>
  );
}

/** Each round is a checkout of its own, so that nothing of the one before is left in it, the card fields included. */
type Round = { count: number; isResumed: boolean; outcome: OrderView | null };

const firstRound: Round = { count: 0, isResumed: false, outcome: null };

/**
 * The checkout of a tablet that strangers share: it shows what became of an order and begins anew, without ever leaving
 * its page.
 */
export function KioskCheckout({ draw, locale, card, pools, caution, papers, isFestive }: KioskCheckoutProps) {
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
  const kiosk = useMemo(() => ({ isResumed, onOutcome, onStart, Watch: KioskWatch }), [isResumed, onOutcome, onStart]);
  if (outcome) {
    const actions = { onResume: () => begin(true), onStart: () => onStart() };
    const { statementDescriptor } = draw;
    return <KioskOutcome order={outcome} {...{ pools, isFestive, statementDescriptor }} {...actions} />;
  }
  return (
    <KioskProvider value={kiosk}>
      <SharedDeviceProvider value={true}>
        <Checkout
          key={count}
          draw={draw}
          locale={locale}
          card={card}
          applePay={null}
          notice={<ClearedNote />}
          caution={caution}
          papers={papers}
        />
      </SharedDeviceProvider>
    </KioskProvider>
  );
}
