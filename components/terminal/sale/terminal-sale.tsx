"use client";

import { useTranslations } from "next-intl";
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { SharedDeviceProvider } from "@/components/order-form/shared-device";
import type { CheckoutReason } from "@/components/payment/checkout-reasons";
import { SaleTrouble } from "@/components/terminal/receipt/sale-trouble";
import { wakeSound } from "@/components/terminal/shell/play-sound";
import { focusId } from "@/components/ui/focus-id";
import { Notice } from "@/components/ui/notice";
import { findLeftOrder, openTab } from "./own-tab";
import { SaleChoices } from "./sale-choices";
import { SalePayment } from "./sale-payment";
import { endAllSales, endSale, formLifeMs, saleSessions } from "./sale-session";
import { DeviceStop } from "./sale-stop";
import type { SaleInput, SalePage } from "./use-sale-page";
import { useSalePage } from "./use-sale-page";

type TerminalSaleProps = Omit<SaleInput, "told"> & {
  /** Address of the card provider's script. */
  scriptUrl: string;
  /** Origin of our pages, which the buyer's phone opens. */
  checkoutHost: string;
};

/** Ends a sale and begins another one, which tells `why` where somebody needs to know. */
type OnEnd = (why: CheckoutReason | null) => void;

/** Draws the operator's eye to why a sale came back to its choice. */
function useAttention({ purchase: { state }, control: { problems } }: SalePage): void {
  const { phase, trouble } = state;
  const isClean = Object.keys(problems).length === 0;
  useEffect(() => {
    if (trouble && isClean && phase !== "restoring") focusId("sale-trouble");
  }, [trouble, isClean, phase]);
}

/** What was typed of a buyer and left alone is forgotten, on the screen too: the next person is somebody else. */
function useForgetting({ purchase: { state }, control: { form } }: SalePage, onEnd: OnEnd): void {
  const isIdle = state.phase === "choosing";
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the form begins the time anew
  useEffect(() => {
    if (!isIdle) return;
    const timer = setTimeout(() => onEnd(null), formLifeMs);
    return () => clearTimeout(timer);
  }, [form, isIdle]);
}

/** A sale that is over is never painted: the next one stands there at once. */
function useEnding({ purchase: { state } }: SalePage, onEnd: OnEnd): void {
  const { phase, trouble } = state;
  useLayoutEffect(() => {
    if (phase !== "over") return;
    onEnd(trouble);
    if (!trouble) focusId("sale-tickets");
  }, [phase, trouble, onEnd]);
}

function Sale({ onEnd, ...props }: TerminalSaleProps & { told: CheckoutReason | null; onEnd: OnEnd }) {
  const t = useTranslations("terminalSale");
  const element = useRef<HTMLFormElement>(null);
  const page = useSalePage(props, element);
  const { phase, trouble } = page.purchase.state;
  useAttention(page);
  useForgetting(page, onEnd);
  useEnding(page, onEnd);
  const setAside = () => {
    onEnd(null);
    focusId("sale-tickets");
  };
  const isChoosing = phase === "choosing" || phase === "restoring" || phase === "over";
  return (
    <form
      ref={element}
      noValidate
      // Before its script has arrived the form must not write what was typed into the address.
      method="dialog"
      autoComplete="off"
      aria-label={t("heading")}
      className="max-lg:flex max-lg:grow max-lg:flex-col"
      onPointerDown={wakeSound}
      onKeyDown={wakeSound}
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

/** Which sale of this page it is, and why the one before has ended. */
type Round = { count: number; told: CheckoutReason | null };

/**
 * Sales at a terminal, one after the other: tickets, then their money. What is known of a buyer lives in `Sale` and in
 * the session alone; however a sale ends, both are new. It needs a live provider and the messages `checkout`,
 * `reasons`, `fieldProblems` and `terminalSale` around it.
 */
export function TerminalSale(props: TerminalSaleProps) {
  const { id } = props.draw;
  const [{ count, told }, setRound] = useState<Round>({ count: 0, told: null });
  const begin = useCallback((why: CheckoutReason | null = null) => {
    setRound((before) => ({ count: before.count + 1, told: why }));
  }, []);
  const onEnd = useCallback<OnEnd>(
    (why) => {
      endSale(id);
      begin(why);
    },
    [id, begin],
  );
  useOwnTab(id, begin);
  return (
    <SharedDeviceProvider value={true}>
      <Sale key={count} {...props} told={told} onEnd={onEnd} />
    </SharedDeviceProvider>
  );
}

/** A tab that has not sold yet goes on with what a tablet that was killed has left; true when there is such a sale. */
async function takeLeftSale(drawId: string): Promise<boolean> {
  const orderId = await findLeftOrder(drawId);
  const { orderId: own, form, pending } = saleSessions.read(drawId);
  if (!orderId || own || form || pending) return false;
  saleSessions.change(drawId, { orderId });
  return true;
}

/** Makes the sales of the browser's tab those of this page; `onOther` shows another one than it has begun with. */
function useOwnTab(drawId: string, onOther: () => void): void {
  useEffect(() => {
    let isLeft = false;
    const open = async () => {
      const tab = await openTab();
      if (isLeft) return;
      if (tab === "copied") endAllSales();
      const isOther = tab === "copied" || (tab === "new" && (await takeLeftSale(drawId)));
      if (isOther && !isLeft) onOther();
    };
    open();
    return () => {
      isLeft = true;
    };
  }, [drawId, onOther]);
}
