import { useTranslations } from "next-intl";
import { useCallback, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import type { CardState } from "@/components/payment/card/card-state";
import { cardFieldTypes } from "@/components/payment/card/card-state";
import { loadServerCalls } from "@/components/payment/server-calls";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { IdleDialog } from "./idle-dialog";
import type { Kiosk, WatchedPage } from "./kiosk";
import { startOverPlace } from "./kiosk-place";
import { useIdle } from "./use-idle";

/** How long a form may be left alone, in ms. */
const quietMs = 60_000;

type WatchProps = { page: WatchedPage; kiosk: Kiosk };

function isTouched({ fields }: CardState): boolean {
  return cardFieldTypes.some((type) => !fields[type].empty);
}

/** An answer that was lost: nobody can tell yet, and what was typed must not wait on the screen until somebody can. */
function useLostAnswer({ page, kiosk: { onOutcome } }: WatchProps): void {
  const { order, phase } = page.purchase.state;
  const lost = phase === "checking" ? order : null;
  useEffect(() => {
    if (lost) onOutcome({ ...lost, status: "unknown" });
  }, [lost, onOutcome]);
}

/** Opens the rules for whoever follows a link into them: not every browser does by itself. */
function useOpenedRules(): void {
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

/** Clears everything at one press, from the header of the page: in sight however far the form is scrolled. */
function StartOver({ onPress }: { onPress: () => void }) {
  const t = useTranslations("kiosk");
  const [place, setPlace] = useState<HTMLElement | null>(null);
  useEffect(() => setPlace(document.getElementById(startOverPlace)), []);
  if (!place) return null;
  const button = (
    <Button variant="quiet" className="min-h-15 px-3 text-ink! text-lg! sm:px-4" onClick={onPress}>
      <Icon name="refresh" className="max-sm:hidden" />
      {t("startOver")}
    </Button>
  );
  return createPortal(button, place);
}

/** Clears the checkout of a shared tablet that its buyer has left; not while a payment is under way or unknown. */
export function KioskWatch({ page, kiosk }: WatchProps) {
  useLostAnswer({ page, kiosk });
  useOpenedRules();
  const { order, phase } = page.purchase.state;
  const { onStart, isResumed } = kiosk;
  const leave = useCallback(() => {
    const release = order && loadServerCalls().then(({ releaseOrder }) => releaseOrder(order));
    // Tickets whose release did not arrive are free again when their time is over.
    onStart(release?.catch(() => undefined));
  }, [order, onStart]);
  const isPaused = phase !== "editing";
  const { secondsLeft, note } = useIdle({ quietMs, isPaused, waitsForInput: !isResumed, onOver: leave });
  const { card } = page.card;
  useEffect(() => {
    // What is typed into the frames of the card provider is heard of by its changes alone.
    if (isTouched(card)) note();
  }, [card, note]);
  return (
    <>
      {isPaused ? null : <StartOver onPress={leave} />}
      <IdleDialog secondsLeft={secondsLeft} onStay={note} onLeave={leave} />
    </>
  );
}
