"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useCallback, useEffect, useMemo, useState } from "react";
import { createPortal } from "react-dom";
import { Checkout } from "@/components/checkout/checkout";
import type { Kiosk, WatchedPage } from "@/components/checkout/kiosk-context";
import { KioskProvider } from "@/components/checkout/kiosk-context";
import type { CheckoutDraw } from "@/components/order-form/checkout-draw";
import { clearSession } from "@/components/order-form/checkout-session";
import { SharedDeviceProvider } from "@/components/order-form/shared-device";
import type { CardState } from "@/components/payment/card/card-state";
import { cardFieldTypes } from "@/components/payment/card/card-state";
import { loadServerCalls } from "@/components/payment/load-server-calls";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import type { OrderView } from "@/lib/orders/rules";
import type { PoolDescription } from "@/lib/orders/rules.pools";
import type { Language } from "@/lib/platform/i18n/routing";
import { IdleDialog, useIdle } from "./idle-dialog";
import { returnToStart } from "./kiosk-language";
import { KioskOutcome } from "./kiosk-outcome";

type KioskCheckoutProps = {
  draw: CheckoutDraw;
  locale: Language;
  card: { scriptUrl: string };
  pools: [poolId: string, pool: PoolDescription][];
  cashAdvanceNotice: ReactNode;
  footer: ReactNode;
  isFestive: boolean;
};

/** Each round mounts a new checkout, including the card fields, so that nothing of the previous buyer remains. */
type Round = { count: number; isResumed: boolean; outcome: OrderView | null };

const firstRound: Round = { count: 0, isResumed: false, outcome: null };

export function KioskCheckout({ draw, locale, card, pools, cashAdvanceNotice, footer, isFestive }: KioskCheckoutProps) {
  const [round, setRound] = useState(firstRound);
  const startRound = useCallback((isResumed: boolean) => {
    setRound(({ count }) => ({ count: count + 1, isResumed, outcome: null }));
  }, []);
  const onStart = useCallback(
    (work?: Promise<unknown>) => {
      clearSession(draw.id);
      startRound(false);
      returnToStart(locale, work);
    },
    [draw.id, locale, startRound],
  );
  const onOutcome = useCallback((outcome: OrderView) => setRound((before) => ({ ...before, outcome })), []);
  const { count, isResumed, outcome } = round;
  const kiosk = useMemo(
    () => ({ isResumed, onOutcome, onStart, Watcher: KioskWatcher }),
    [isResumed, onOutcome, onStart],
  );
  if (outcome) {
    const actions = { onResume: () => startRound(true), onStart: () => onStart() };
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
          cashAdvanceNotice={cashAdvanceNotice}
          footer={footer}
        />
      </SharedDeviceProvider>
    </KioskProvider>
  );
}

function ClearedNote() {
  const t = useTranslations("kiosk");
  return (
    <p className="cleared-note mb-4 hidden items-center gap-2.5 font-medium in-[#checkout]:flex sm:mb-2.5">
      <Icon name="shield" className="text-positive" />
      {t("cleared")}
    </p>
  );
}

const idleTimeoutMs = 60_000;

type KioskWatcherProps = { page: WatchedPage; kiosk: Kiosk };

function isTouched({ fields }: CardState): boolean {
  return cardFieldTypes.some((type) => !fields[type].empty);
}

function useLostAnswer({ page, kiosk: { onOutcome } }: KioskWatcherProps): void {
  const { order, phase } = page.purchase.state;
  const lostOrder = phase === "checking" ? order : null;
  useEffect(() => {
    if (lostOrder) onOutcome({ ...lostOrder, status: "unknown" });
  }, [lostOrder, onOutcome]);
}

function useRulesLink(): void {
  useEffect(() => {
    const open = () => {
      const rules = window.location.hash === "#rules" ? document.getElementById("rules") : null;
      rules?.closest("details")?.setAttribute("open", "");
      rules?.scrollIntoView();
    };
    window.addEventListener("hashchange", open);
    return () => window.removeEventListener("hashchange", open);
  }, []);
}

const startOverSlotId = "kiosk-start-over";

/** The header has this slot. A checkout renders its button into it. */
export function StartOverSlot() {
  return <span id={startOverSlotId} className="ml-auto" />;
}

function StartOver({ onClick }: { onClick: () => void }) {
  const t = useTranslations("kiosk");
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  useEffect(() => setSlot(document.getElementById(startOverSlotId)), []);
  if (!slot) return null;
  const button = (
    <Button variant="quiet" className="min-h-15 px-3 text-ink! text-lg! sm:px-4" onClick={onClick}>
      <Icon name="refresh" className="max-sm:hidden" />
      {t("startOver")}
    </Button>
  );
  return createPortal(button, slot);
}

/** Clears a checkout whose buyer has left, unless a payment is in progress or its outcome unknown. */
function KioskWatcher({ page, kiosk }: KioskWatcherProps) {
  useLostAnswer({ page, kiosk });
  useRulesLink();
  const { order, phase } = page.purchase.state;
  const { onStart, isResumed } = kiosk;
  const leave = useCallback(() => {
    const release = order && loadServerCalls().then(({ releaseOrder }) => releaseOrder(order));
    // If the release fails, the tickets are free once their hold expires.
    onStart(release?.catch(() => undefined));
  }, [order, onStart]);
  const isPaused = phase !== "editing";
  const { secondsLeft, noteInput } = useIdle({
    timeoutMs: idleTimeoutMs,
    isPaused,
    waitsForInput: !isResumed,
    onOver: leave,
  });
  const { card } = page.card;
  useEffect(() => {
    // The card provider's iframes report input only through change events.
    if (isTouched(card)) noteInput();
  }, [card, noteInput]);
  return (
    <>
      {isPaused ? null : <StartOver onClick={leave} />}
      <IdleDialog secondsLeft={secondsLeft} onStay={noteInput} onLeave={leave} />
    </>
  );
}
