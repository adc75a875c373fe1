"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";

import { SharedDeviceProvider } from "@/components/checkout/shared-device";
import { focusId } from "@/components/ui/focus-id";
import { Notice } from "@/components/ui/notice";
import { SaleChoices } from "./sale-choices";
import { SalePayment } from "./sale-payment";
import { formLifeMs, saleSessions } from "./sale-session";
import { DeviceStop } from "./sale-stop";
import { SaleTrouble } from "./sale-trouble";
import type { SaleInput, SalePage } from "./use-sale-page";
import { useSalePage } from "./use-sale-page";

type TerminalSaleProps = SaleInput & {
  /** Address of the card provider's script. */
  scriptUrl: string;
  /** Origin of our pages, which the buyer's phone opens. */
  checkoutHost: string;
};

/** Draws the operator's eye to why a sale came back to its choice. */
function useAttention({ purchase: { state }, control: { problems } }: SalePage): void {
  const { phase, trouble } = state;
  const isClean = Object.keys(problems).length === 0;
  useEffect(() => {
    if (trouble && isClean && phase !== "restoring") focusId("sale-trouble");
  }, [trouble, isClean, phase]);
}

/** What was typed of a buyer and left alone is forgotten, on the screen too: the next person is somebody else. */
function useForgetting({ purchase: { state }, control: { form } }: SalePage, onForget: () => void): void {
  const isIdle = state.phase === "choosing";
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the form begins the time anew
  useEffect(() => {
    if (!isIdle) return;
    const timer = setTimeout(onForget, formLifeMs);
    return () => clearTimeout(timer);
  }, [form, isIdle]);
}

function Sale({ onAnew, ...props }: TerminalSaleProps & { onAnew: () => void }) {
  const t = useTranslations("terminalSale");
  const element = useRef<HTMLFormElement>(null);
  const page = useSalePage(props, element);
  const { phase, trouble } = page.purchase.state;
  useAttention(page);
  const { id } = props.draw;
  useForgetting(page, () => {
    // An order in the session is a sale of another tab: it goes on there.
    if (!saleSessions.read(id).orderId) saleSessions.clear(id);
    onAnew();
  });
  const setAside = () => {
    saleSessions.clear(id);
    onAnew();
    focusId("sale-tickets");
  };
  const isChoosing = phase === "choosing" || phase === "restoring";
  return (
    <form
      ref={element}
      noValidate
      // Before its script has arrived the form must not write what was typed into the address.
      method="dialog"
      autoComplete="off"
      aria-label={t("heading")}
      onSubmit={(event) => event.preventDefault()}
      onChange={() => page.purchase.dispatch({ type: "edited" })}
    >
      <DeviceStop stop={page.stop} />
      {isChoosing ? <SaleTrouble reason={trouble} /> : null}
      <div role="status">
        {phase === "restoring" ? (
          <Notice className="mb-5">
            <p>{t(page.purchase.isReached ? "restoring" : "restoringLost")}</p>
          </Notice>
        ) : null}
        {phase === "sold" ? <p className="mb-5 font-semibold text-lg">{t("sold")}</p> : null}
      </div>
      {isChoosing ? (
        <SaleChoices input={props} page={page} />
      ) : (
        <SalePayment {...props} page={page} onNext={setAside} />
      )}
    </form>
  );
}

/**
 * A sale at a terminal: tickets, then their money. It needs a live provider and the messages `checkout`, `reasons`,
 * `fieldProblems` and `terminalSale` around it.
 */
export function TerminalSale(props: TerminalSaleProps) {
  const [sales, setSales] = useState(0);
  return (
    <SharedDeviceProvider value={true}>
      <Sale key={sales} {...props} onAnew={() => setSales((count) => count + 1)} />
    </SharedDeviceProvider>
  );
}
