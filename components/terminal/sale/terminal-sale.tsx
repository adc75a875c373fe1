"use client";

import { useTranslations } from "next-intl";
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { SharedDeviceProvider } from "@/components/order-form/shared-device";
import type { CheckoutReason } from "@/components/payment/checkout-reasons";
import { SaleRefusal } from "@/components/terminal/receipt/sale-refusal";
import { wakeSound } from "@/components/terminal/shell/play-sound";
import { focusId } from "@/components/ui/focus-id";
import { Notice } from "@/components/ui/notice";
import { findAbandonedOrder } from "./held-sale";
import { openTab } from "./own-tab";
import { SaleChoices } from "./sale-choices";
import { SalePayment } from "./sale-payment";
import { endAllSales, endSale, formLifeMs, saleSessions } from "./sale-session";
import { TerminalBlockNotice } from "./terminal-block";
import type { SaleInput, SalePage } from "./use-sale-page";
import { useSalePage } from "./use-sale-page";

type TerminalSaleProps = Omit<SaleInput, "endReason"> & {
  scriptUrl: string;
  checkoutHost: string;
};

type Round = { count: number; endReason: CheckoutReason | null };

type OnEnd = (endReason: CheckoutReason | null) => void;

/** Sells one sale after another. Only `Sale` and the session have a buyer's data, and both are new for each sale. */
export function TerminalSale(props: TerminalSaleProps) {
  const { id } = props.draw;
  const [{ count, endReason }, setRound] = useState<Round>({ count: 0, endReason: null });
  const startRound = useCallback((reason: CheckoutReason | null = null) => {
    setRound((before) => ({ count: before.count + 1, endReason: reason }));
  }, []);
  const onEnd = useCallback<OnEnd>(
    (reason) => {
      endSale(id);
      startRound(reason);
    },
    [id, startRound],
  );
  useOwnTab(id, startRound);
  return (
    <SharedDeviceProvider value={true}>
      <Sale key={count} {...props} endReason={endReason} onEnd={onEnd} />
    </SharedDeviceProvider>
  );
}

function useOwnTab(drawId: string, onOther: () => void): void {
  useEffect(() => {
    let isCancelled = false;
    const open = async () => {
      const tab = await openTab();
      if (isCancelled) return;
      if (tab === "copied") endAllSales();
      const isOther = tab === "copied" || (tab === "new" && (await resumeAbandonedSale(drawId)));
      if (isOther && !isCancelled) onOther();
    };
    open();
    return () => {
      isCancelled = true;
    };
  }, [drawId, onOther]);
}

/** Continues the sale of a tab that was killed. Resolves to false if there is none. */
async function resumeAbandonedSale(drawId: string): Promise<boolean> {
  const orderId = await findAbandonedOrder(drawId);
  const { orderId: ownOrderId, form, pending } = saleSessions.read(drawId);
  if (!orderId || ownOrderId || form || pending) return false;
  saleSessions.change(drawId, { orderId });
  return true;
}

function Sale({ onEnd, ...props }: TerminalSaleProps & { endReason: CheckoutReason | null; onEnd: OnEnd }) {
  const t = useTranslations("terminalSale");
  const element = useRef<HTMLFormElement>(null);
  const page = useSalePage(props, element);
  const { phase, refusalReason } = page.purchase.state;
  useFocusAfterRefusal(page);
  useForgetIdleBuyer(page, onEnd);
  useEndSale(page, onEnd);
  const setAside = () => {
    onEnd(null);
    focusId("sale-tickets");
  };
  const isChoosing = phase === "choosing" || phase === "restoring" || phase === "over";
  return (
    <form
      ref={element}
      data-order-form
      noValidate
      // Until the script has loaded, a GET form would put its fields into the URL.
      method="dialog"
      autoComplete="off"
      aria-label={t("heading")}
      className="max-lg:flex max-lg:grow max-lg:flex-col"
      onPointerDown={wakeSound}
      onKeyDown={wakeSound}
      onSubmit={(event) => event.preventDefault()}
      onChange={() => page.purchase.dispatch({ type: "edited" })}
    >
      <TerminalBlockNotice block={page.block} />
      {isChoosing ? <SaleRefusal reason={refusalReason} /> : null}
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

function useFocusAfterRefusal({ purchase: { state }, control: { problems } }: SalePage): void {
  const { phase, refusalReason } = state;
  const isClean = Object.keys(problems).length === 0;
  useEffect(() => {
    if (refusalReason && isClean && phase !== "restoring") focusId("sale-trouble");
  }, [refusalReason, isClean, phase]);
}

/** After `formLifeMs` without a change, the buyer has left, so the details leave the screen too. */
function useForgetIdleBuyer({ purchase: { state }, control: { form } }: SalePage, onEnd: OnEnd): void {
  const isIdle = state.phase === "choosing";
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the form begins the time anew
  useEffect(() => {
    if (!isIdle) return;
    const timer = setTimeout(() => onEnd(null), formLifeMs);
    return () => clearTimeout(timer);
  }, [form, isIdle]);
}

/** Runs before paint, so that an ended sale never shows. */
function useEndSale({ purchase: { state } }: SalePage, onEnd: OnEnd): void {
  const { phase, refusalReason } = state;
  useLayoutEffect(() => {
    if (phase !== "over") return;
    onEnd(refusalReason);
    if (!refusalReason) focusId("sale-tickets");
  }, [phase, refusalReason, onEnd]);
}
