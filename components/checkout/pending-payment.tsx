import { useLocale, useTranslations } from "next-intl";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { usePageTime } from "@/components/draws/use-page-time";
import { useOrderFormatters } from "@/components/order-form/use-order-formatters";
import type { CheckoutState } from "@/components/payment/checkout-machine";
import { watchPendingPayment } from "@/components/payment/follow-order";
import { Button } from "@/components/ui/button";
import { focusId } from "@/components/ui/focus-id";
import { Notice } from "@/components/ui/notice";
import { toCents } from "@/lib/money";
import type { PendingPayment as Payment } from "@/lib/payments/pay/find-pending-payment";
import type { Language } from "@/lib/platform/i18n/routing";
import { localizedPath } from "@/lib/platform/i18n/routing";
import { setPaymentGate } from "./submit-purchase";

type PendingPaymentNoticeProps = { drawId: string; state: Pick<CheckoutState, "phase" | "order"> };

type OpenPaymentState = { payment: Payment; isOpen: boolean };

function createSignal() {
  let finish: () => void = () => undefined;
  const over = new Promise<void>((resolve) => {
    finish = resolve;
  });
  return { over, resolve: finish };
}

function useOpenPayment(drawId: string) {
  const [openPayment, setOpenPayment] = useState<OpenPaymentState | null>(null);
  const [first] = useState(createSignal);
  useEffect(
    () =>
      watchPendingPayment(drawId, (payment) => {
        first.resolve();
        if (payment) setOpenPayment({ payment, isOpen: true });
        else if (payment === null) setOpenPayment((before) => before && { ...before, isOpen: false });
      }),
    [drawId, first],
  );
  return { openPayment, answer: first.over };
}

function useForeignPayment({ drawId, state: { phase, order } }: PendingPaymentNoticeProps) {
  const { openPayment, answer } = useOpenPayment(drawId);
  const isForeign = openPayment !== null && phase === "editing" && openPayment.payment.orderId !== order?.orderId;
  return { openPayment: isForeign ? openPayment : null, answer };
}

function usePaymentGate(openPayment: OpenPaymentState | null, answer: Promise<void>) {
  const [isConfirming, setConfirming] = useState(false);
  const [acceptedId, accept] = useState<string | null>(null);
  const isBlocking = openPayment?.isOpen === true && openPayment.payment.orderId !== acceptedId;
  const latest = useRef(isBlocking);
  useLayoutEffect(() => {
    latest.current = isBlocking;
  }, [isBlocking]);
  useEffect(() => {
    const ask = () => {
      setConfirming(true);
      focusId("checkout-open-payment");
    };
    return setPaymentGate({ answer, isBlocking: () => latest.current, ask });
  }, [answer]);
  return { isConfirming: isConfirming && isBlocking, accept: () => accept(openPayment?.payment.orderId ?? null) };
}

function PaymentDetails({ payment }: { payment: Payment }) {
  const t = useTranslations("checkout");
  const time = usePageTime("clock");
  const { money } = useOrderFormatters();
  const details = { code: payment.orderCode, amount: money(toCents(payment.amount)) };
  return (
    <p className="tabular font-medium">
      {t("openPayment.facts", { ...details, time: time(new Date(payment.sentAt)).replaceAll(/\s/g, "\u00a0") })}
    </p>
  );
}

/** Asks before a press pays while another tab's payment is open. */
export function PendingPaymentNotice(props: PendingPaymentNoticeProps) {
  const t = useTranslations("checkout.openPayment");
  const locale = useLocale() as Language;
  const { openPayment, answer } = useForeignPayment(props);
  const { isConfirming, accept } = usePaymentGate(openPayment, answer);
  const { payment, isOpen } = openPayment ?? {};
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
