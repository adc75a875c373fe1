import { useTranslations } from "next-intl";
import { useEffect } from "react";

import type { CheckoutDraw } from "@/components/checkout/checkout-draw";
import { useWords } from "@/components/checkout/use-words";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { toCents } from "@/lib/money";

import { CardCharge } from "./card-charge";
import { CashPad } from "./cash-pad";
import { focusId } from "./focus-id";
import { PhoneHandover } from "./phone-handover";
import { SaleIcon } from "./sale-icon";
import type { SaleMeans } from "./sale-machine";
import { isInFlight } from "./sale-machine";
import { SaleSummary } from "./sale-summary";
import { SaleTrouble } from "./sale-trouble";
import type { SalePage } from "./use-sale-page";

type SalePaymentProps = { draw: CheckoutDraw; page: SalePage; scriptUrl: string; checkoutHost: string };

const means: readonly SaleMeans[] = ["cash", "card", "phone"];

/** Another way to pay the same order. */
function MeansChoice({ page: { purchase } }: Pick<SalePaymentProps, "page">) {
  const t = useTranslations("terminalSale");
  const { phase, means: chosen } = purchase.state;
  return (
    <fieldset className="mb-5 min-w-0" disabled={phase !== "collecting"}>
      <legend className="sr-only">{t("pay")}</legend>
      <div className="grid grid-cols-3 gap-2">
        {means.map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={chosen === name}
            onClick={() => chosen !== name && purchase.dispatch({ type: "means-changed", means: name })}
            className="flex min-h-12 flex-col items-center justify-center gap-x-2 gap-y-0.5 rounded-control sm:flex-row border-2 border-line bg-raised px-2 py-1 font-semibold hover:border-line-strong disabled:cursor-not-allowed aria-pressed:border-brand aria-pressed:bg-brand/7"
          >
            <SaleIcon name={name} />
            {t(`means.${name}`)}
          </button>
        ))}
      </div>
    </fieldset>
  );
}

/** A payment is under way, or an answer got lost: nobody pays again until it is known. */
function Waiting({ page: { purchase } }: Pick<SalePaymentProps, "page">) {
  const t = useTranslations("terminalSale.waiting");
  const { phase, order } = purchase.state;
  const key = phase === "checking" ? "lost" : order?.status === "unknown" ? "unknown" : "paying";
  return (
    <Notice tone="warning" title={t(`${key}.title`)}>
      <p>{t(`${key}.text`)}</p>
      {purchase.isReached ? null : <p className="font-semibold">{t("notReached")}</p>}
      <Button variant="secondary" onClick={purchase.lookNow}>
        {t("look")}
      </Button>
    </Notice>
  );
}

function Means({ draw, page, scriptUrl, checkoutHost }: SalePaymentProps) {
  const t = useTranslations("terminalSale");
  const { state, dispatch, isReached } = page.purchase;
  const { phase, order, shownCents, givenCents } = state;
  if (state.means === "cash") {
    return (
      <CashPad
        dueCents={order ? toCents(order.amount) : (shownCents ?? 0)}
        isBusy={phase === "taking" || (phase === "placing" && givenCents !== null)}
        isStopped={page.stop !== null && page.stop !== "closed"}
        onConfirm={(cents) => dispatch({ type: "cash-confirmed", givenCents: cents })}
      />
    );
  }
  if (!order) return <p role="status">{t("reserving")}</p>;
  if (state.means === "card") return <CardCharge draw={draw} page={page} order={order} scriptUrl={scriptUrl} />;
  return <PhoneHandover order={order} language={order.locale} checkoutHost={checkoutHost} isReached={isReached} />;
}

/** The second step of a sale: the money for the tickets that are held. */
export function SalePayment(props: SalePaymentProps) {
  const { draw, page } = props;
  const t = useTranslations("terminalSale");
  const { money } = useWords();
  const { phase, order, trouble, shownCents } = page.purchase.state;
  const isWaiting = phase === "checking" || isInFlight(order);
  useEffect(() => focusId("sale-payment"), []);
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-8">
      <section
        aria-labelledby="sale-payment"
        className="rounded-card border border-line bg-raised p-4 shadow-card sm:p-6"
      >
        <h2 id="sale-payment" tabIndex={-1} className="mb-4 flex items-baseline justify-between gap-3 text-xl">
          <span>{t("toPay")}</span>
          <span className="tabular font-extrabold text-3xl">
            {money(order ? toCents(order.amount) : (shownCents ?? 0))}
          </span>
        </h2>
        <SaleTrouble reason={trouble} />
        <div role="status">{isWaiting ? <Waiting page={page} /> : null}</div>
        {isWaiting ? null : (
          <>
            <MeansChoice page={page} />
            <Means {...props} />
          </>
        )}
      </section>
      {order ? <SaleSummary draw={draw} order={order} purchase={page.purchase} /> : null}
    </div>
  );
}
