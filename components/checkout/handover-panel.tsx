import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import type { AttestationValues } from "@/components/order-form/buyer/attestations";
import { Attestations } from "@/components/order-form/buyer/attestations";
import type { CheckoutDraw } from "@/components/order-form/checkout-draw";
import type { FormProblems } from "@/components/order-form/field-problems";
import { useProblemText } from "@/components/order-form/field-problems";
import { getHeldOrderSum } from "@/components/order-form/order-sum";
import { useBasketText } from "@/components/order-form/use-basket-text";
import { useOrderFormatters } from "@/components/order-form/use-order-formatters";
import { Button } from "@/components/ui/button";
import { focusId } from "@/components/ui/focus-id";
import { Notice } from "@/components/ui/notice";
import { toCents } from "@/lib/money";
import type { OrderView } from "@/lib/orders/rules";
import type { HandoverOrder } from "./use-handover-order";

type HandoverPanelProps = {
  draw: CheckoutDraw;
  handover: HandoverOrder;
  isClosed: boolean;
};

export function HandoverPanel({ draw, handover, isClosed }: HandoverPanelProps) {
  const t = useTranslations("checkout.offered");
  const { state, decline, retry } = handover;
  const onDecline = () => {
    decline();
    focusId(isClosed ? "sale-notice" : "checkout-tickets");
  };
  if (state === null) return <p role="status">{t("reading")}</p>;
  if (state.kind === "payable")
    return <PayableOrder draw={draw} handover={handover} order={state.order} onDecline={onDecline} />;
  return (
    <RefusedHandover isForeign={state.kind === "foreign"} isClosed={isClosed} onRetry={retry} onDecline={onDecline} />
  );
}

export function HandoverWaitingNotice({ handover, nextId }: Pick<HandoverPanelProps, "handover"> & { nextId: string }) {
  const t = useTranslations("checkout.offered");
  const onDismiss = () => {
    handover.decline();
    focusId(nextId);
  };
  return (
    <Notice tone="info" role="status" title={t("laterTitle")} className="mb-4">
      <p>{t("laterText")}</p>
      <Button variant="secondary" onClick={onDismiss}>
        {t("dismiss")}
      </Button>
    </Notice>
  );
}

const attestationNames = ["age", "location", "rules"] as const;

/** The buyer confirms again, because a different person may have reserved the tickets. */
function useAttestations() {
  const [form, setForm] = useState<AttestationValues>({ age: false, location: false, rules: false });
  const [problems, setProblems] = useState<FormProblems>({});
  return {
    control: {
      form,
      set: (name: keyof AttestationValues, value: boolean) => {
        setForm((before) => ({ ...before, [name]: value }));
        setProblems(({ [name]: _solved, ...others }) => others);
      },
    },
    problems,
    check(): boolean {
      const missing = attestationNames.filter((name) => !form[name]);
      setProblems(Object.fromEntries(missing.map((name) => [name, "must-accept"])));
      if (missing[0]) focusId(`offered-${missing[0]}`);
      return missing.length === 0;
    },
  };
}

function OrderOwner({ draw, order }: Pick<HandoverPanelProps, "draw"> & { order: OrderView }) {
  const t = useTranslations("checkout.offered");
  const { money } = useOrderFormatters();
  const toBasketText = useBasketText();
  const basket = { tickets: toBasketText(getHeldOrderSum(draw, order)), amount: money(toCents(order.amount)) };
  return (
    <div className="grid gap-1">
      <p>{order.soldBy ? t("soldBy", { ...basket, seller: order.soldBy }) : t("reserved", basket)}</p>
      {order.buyer ? (
        <p className="font-semibold">{t("buyer", { name: order.buyer.name, email: order.buyer.maskedEmail })}</p>
      ) : null}
      <p className="text-muted text-sm">{t("warning")}</p>
    </div>
  );
}

type PayableOrderProps = Pick<HandoverPanelProps, "draw" | "handover"> & { order: OrderView; onDecline: () => void };

function PayableOrder({ draw, handover, order, onDecline }: PayableOrderProps) {
  const t = useTranslations("checkout.offered");
  const { control, problems, check } = useAttestations();
  const getError = useProblemText(draw, problems);
  useEffect(() => focusId("checkout-offered"), []);
  return (
    <section
      aria-labelledby="checkout-offered"
      className="grid gap-4 rounded-card border border-line bg-raised px-4 py-5 shadow-card sm:px-6"
    >
      <h2 id="checkout-offered" tabIndex={-1} className="text-xl">
        {t("title")}
      </h2>
      <OrderOwner draw={draw} order={order} />
      <Attestations draw={draw} control={control} getError={getError} idPrefix="offered" />
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => check() && handover.accept()}>{t("accept")}</Button>
        <Button variant="secondary" onClick={onDecline}>
          {t("decline")}
        </Button>
      </div>
    </section>
  );
}

type RefusedHandoverProps = { isForeign: boolean; isClosed: boolean; onRetry: () => void; onDecline: () => void };

function RefusedHandover({ isForeign, isClosed, onRetry, onDecline }: RefusedHandoverProps) {
  const t = useTranslations("checkout.offered");
  return (
    <Notice tone="warning" role="status" title={t(isForeign ? "foreignTitle" : "unreachableTitle")}>
      <p>{t(isForeign ? "foreignText" : "unreachableText")}</p>
      {isForeign && !isClosed ? <p>{t("foreignOpen")}</p> : null}
      <div className="flex flex-wrap gap-2">
        {isForeign ? null : <Button onClick={onRetry}>{t("retry")}</Button>}
        <Button variant="secondary" onClick={onDecline}>
          {t(isClosed ? "dismiss" : "goOn")}
        </Button>
      </div>
    </Notice>
  );
}
