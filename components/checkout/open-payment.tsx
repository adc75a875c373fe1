import { useLocale, useTranslations } from "next-intl";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { usePageTime } from "@/components/draws/use-page-time";
import { useWords } from "@/components/order-form/use-words";
import type { CheckoutState } from "@/components/payment/checkout-machine";
import { watchOpenPayment } from "@/components/payment/watch-order";
import { Button } from "@/components/ui/button";
import { focusId } from "@/components/ui/focus-id";
import { Notice } from "@/components/ui/notice";
import { toCents } from "@/lib/money";
import type { OpenPayment as Payment } from "@/lib/payments/pay/find-open-payment";
import type { Language } from "@/lib/platform/i18n/routing";
import { localizedPath } from "@/lib/platform/i18n/routing";
import { setGate } from "./press";

type OpenPaymentProps = { drawId: string; state: Pick<CheckoutState, "phase" | "order"> };

type Finding = { payment: Payment; isOpen: boolean };

function createSignal() {
  let finish: () => void = () => undefined;
  const over = new Promise<void>((resolve) => {
    finish = resolve;
  });
  return { over, resolve: finish };
}

function useFinding(drawId: string) {
  const [finding, setFinding] = useState<Finding | null>(null);
  const [first] = useState(createSignal);
  useEffect(
    () =>
      watchOpenPayment(drawId, (payment) => {
        first.resolve();
        if (payment) setFinding({ payment, isOpen: true });
        else if (payment === null) setFinding((before) => before && { ...before, isOpen: false });
      }),
    [drawId, first],
  );
  return { finding, answer: first.over };
}

function useForeign({ drawId, state: { phase, order } }: OpenPaymentProps) {
  const { finding, answer } = useFinding(drawId);
  const isForeign = finding !== null && phase === "editing" && finding.payment.orderId !== order?.orderId;
  return { finding: isForeign ? finding : null, answer };
}

function useGate(finding: Finding | null, answer: Promise<void>) {
  const [isAsked, setAsked] = useState(false);
  const [acceptedId, accept] = useState<string | null>(null);
  const isShut = finding?.isOpen === true && finding.payment.orderId !== acceptedId;
  const latest = useRef(isShut);
  useLayoutEffect(() => {
    latest.current = isShut;
  }, [isShut]);
  useEffect(() => {
    const ask = () => {
      setAsked(true);
      focusId("checkout-open-payment");
    };
    return setGate({ answer, isShut: () => latest.current, ask });
  }, [answer]);
  return { isAsked: isAsked && isShut, accept: () => accept(finding?.payment.orderId ?? null) };
}

function Facts({ payment }: { payment: Payment }) {
  const t = useTranslations("checkout");
  const time = usePageTime("clock");
  const { money } = useWords();
  const facts = { code: payment.orderCode, amount: money(toCents(payment.amount)) };
  return (
    <p className="tabular font-medium">
      {t("openPayment.facts", { ...facts, time: time(new Date(payment.sentAt)).replaceAll(/\s/g, "\u00a0") })}
    </p>
  );
}

/** Asks before a press pays while a payment that another tab of this browser sent is still open. */
export function OpenPayment(props: OpenPaymentProps) {
  const t = useTranslations("checkout.openPayment");
  const locale = useLocale() as Language;
  const { finding, answer } = useForeign(props);
  const { isAsked, accept } = useGate(finding, answer);
  const { payment, isOpen } = finding ?? {};
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
          title={t(isAsked ? "askTitle" : isOpen ? "title" : "answered")}
          className="max-sm:mt-3"
        >
          {isOpen ? <p>{t(isAsked ? "ask" : "text")}</p> : null}
          <Facts payment={payment} />
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            {isAsked ? <Button onClick={goOn}>{t("accept")}</Button> : null}
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
