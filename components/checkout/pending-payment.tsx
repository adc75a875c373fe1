import { useLocale, useTranslations } from "next-intl";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { usePageTime } from "@/components/draws/use-page-time";
import { useOrderFormatters } from "@/components/order-form/use-order-formatters";
import type { CheckoutState } from "@/components/payment/checkout-machine";
import { pollPendingPayment } from "@/components/payment/poll-order";
import { Button } from "@/components/ui/button";
import { focusId } from "@/components/ui/focus-id";
import { Notice } from "@/components/ui/notice";
import { toCents } from "@/lib/money";
import type { PendingPayment as Payment } from "@/lib/payments/pay/find-pending-payment";
import type { Language } from "@/lib/platform/i18n/routing";
import { localizedPath } from "@/lib/platform/i18n/routing";
import { setPaymentGate } from "./submit-purchase";

type PendingPaymentNoticeProps = { drawId: string; state: Pick<CheckoutState, "phase" | "order"> };

/** While a payment of another tab is open, the buyer must confirm before this tab pays. */
export function PendingPaymentNotice(props: PendingPaymentNoticeProps) {
  const t = useTranslations("checkout.openPayment");
  const locale = useLocale() as Language;
  const { pendingPayment, answer } = useOtherPayment(props);
  const { isConfirming, accept } = usePaymentGate(pendingPayment, answer);
  const { payment, isOpen } = pendingPayment ?? {};
  const goOn = () => {
    accept();
    focusId("checkout-pay");
  };
  return (
    <div role="status" className="contents">
      {payment ? (
        <Notice
          id="checkout-open-payment"
          tone={isOpen ? "warning" : "info"}
          title={t(isConfirming ? "askTitle" : isOpen ? "title" : "answered")}
          className="max-sm:mt-3"
        >
          {isOpen ? <p>{t(isConfirming ? "ask" : "text")}</p> : null}
          <PaymentDetails payment={payment} />
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            {isConfirming ? <Button onClick={goOn}>{t("accept")}</Button> : null}
            <a
              href={localizedPath(locale, `/order/${props.drawId}/${payment.orderId}`)}
              className="font-semibold underline underline-offset-4"
            >
              {t("link")}
            </a>
          </div>
        </Notice>
      ) : null}
    </div>
  );
}

type PendingPaymentState = { payment: Payment; isOpen: boolean };

function createDeferred() {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((resolvePromise) => {
    resolve = resolvePromise;
  });
  return { promise, resolve: () => resolve() };
}

function usePendingPayment(drawId: string) {
  const [pendingPayment, setPendingPayment] = useState<PendingPaymentState | null>(null);
  const [firstAnswer] = useState(createDeferred);
  useEffect(
    () =>
      pollPendingPayment(drawId, (payment) => {
        firstAnswer.resolve();
        if (payment) setPendingPayment({ payment, isOpen: true });
        else if (payment === null) setPendingPayment((before) => before && { ...before, isOpen: false });
      }),
    [drawId, firstAnswer],
  );
  return { pendingPayment, answer: firstAnswer.promise };
}

function useOtherPayment({ drawId, state: { phase, order } }: PendingPaymentNoticeProps) {
  const { pendingPayment, answer } = usePendingPayment(drawId);
  const isForeign = pendingPayment !== null && phase === "editing" && pendingPayment.payment.orderId !== order?.orderId;
  return { pendingPayment: isForeign ? pendingPayment : null, answer };
}

function usePaymentGate(pendingPayment: PendingPaymentState | null, answer: Promise<void>) {
  const [isConfirming, setConfirming] = useState(false);
  const [acceptedId, accept] = useState<string | null>(null);
  const isBlocking = pendingPayment?.isOpen === true && pendingPayment.payment.orderId !== acceptedId;
  const isBlockingRef = useRef(isBlocking);
  useLayoutEffect(() => {
    isBlockingRef.current = isBlocking;
  }, [isBlocking]);
  useEffect(() => {
    const ask = () => {
      setConfirming(true);
      focusId("checkout-open-payment");
    };
    return setPaymentGate({ answer, isBlocking: () => isBlockingRef.current, ask });
  }, [answer]);
  return { isConfirming: isConfirming && isBlocking, accept: () => accept(pendingPayment?.payment.orderId ?? null) };
}

function PaymentDetails({ payment }: { payment: Payment }) {
  const t = useTranslations("checkout");
  const formatTime = usePageTime("clock");
  const { money } = useOrderFormatters();
  const details = { code: payment.orderCode, amount: money(toCents(payment.amount)) };
  return (
    <p className="tabular font-medium">
      {t("openPayment.facts", { ...details, time: formatTime(new Date(payment.sentAt)).replaceAll(/\s/g, "\u00a0") })}
    </p>
  );
}
