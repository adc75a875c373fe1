import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { getHeldOrderSum } from "@/components/order-form/order-sum";
import { useBasketText } from "@/components/order-form/use-basket-text";
import { useOrderFormatters } from "@/components/order-form/use-order-formatters";
import { SaleRefusal } from "@/components/terminal/receipt/sale-refusal";
import { Button } from "@/components/ui/button";
import { focusId } from "@/components/ui/focus-id";
import { Icon } from "@/components/ui/icon";
import { Notice } from "@/components/ui/notice";
import { QrCode } from "@/components/ui/qr-code";
import { toCents } from "@/lib/money";
import type { OrderView } from "@/lib/orders/rules";
import type { Language } from "@/lib/platform/i18n/routing";
import { localizedPath } from "@/lib/platform/i18n/routing";
import { BuyerChip, clearBuyer, getBuyerName } from "./buyer-panel";
import { CardCharge } from "./card-charge";
import { CashPad } from "./cash-pad";
import { canBeSetAside, isInFlight } from "./sale-state";
import { SaleSummary } from "./sale-summary";
import type { SaleInput, SalePage } from "./use-sale-page";

type SalePaymentProps = Pick<SaleInput, "draw" | "allowsAnonymousCash"> & {
  page: SalePage;
  scriptUrl: string;
  checkoutHost: string;
  onNext: () => void;
};

export function SalePayment(props: SalePaymentProps) {
  const { draw, page, onNext, allowsAnonymousCash } = props;
  const t = useTranslations("terminalSale");
  const { money } = useOrderFormatters();
  const formatBasket = useBasketText();
  const { state } = page.purchase;
  const { phase, order, refusalReason, shownCents } = state;
  const isWaiting = phase === "checking" || isInFlight(order);
  // Operators must not take money that the server then refuses.
  const hasBuyer = order === null || order.buyer !== null;
  const takesCash = page.methods.includes("cash") && (allowsAnonymousCash || hasBuyer);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focused button goes when the waiting begins or ends
  useEffect(() => focusId("sale-payment"), [isWaiting]);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-8">
      <section
        aria-labelledby="sale-payment"
        className="rounded-card border border-line bg-raised p-4 shadow-card sm:p-6"
      >
        <h2
          id="sale-payment"
          tabIndex={-1}
          className="mb-4 flex flex-wrap items-baseline justify-between gap-x-3 text-xl"
        >
          <span>
            {t("toPay")}{" "}
            {/* Reserves the line, so that buttons don't move under the operator's finger when the order comes. */}
            <span className="block min-h-5 font-normal text-muted text-sm">
              {order ? formatBasket(getHeldOrderSum(draw, order)) : null}
            </span>
          </span>
          <span className="tabular ml-auto font-extrabold text-3xl">
            {money(order ? toCents(order.amount) : (shownCents ?? 0))}
          </span>
        </h2>
        <PayingBuyer draw={draw} page={page} />
        <SaleRefusal reason={refusalReason} />
        <div role="status">{isWaiting ? <Waiting page={page} /> : null}</div>
        {isWaiting ? null : (
          <>
            <MethodChoice page={page} takesCash={takesCash} />
            <PaymentMethods {...props} takesCash={takesCash} />
          </>
        )}
        {canBeSetAside(state) ? <NextSale onNext={onNext} /> : null}
      </section>
      {order ? <SaleSummary draw={draw} order={order} purchase={page.purchase} /> : null}
    </div>
  );
}

function PayingBuyer({ draw, page: { control, purchase } }: Pick<SalePaymentProps, "draw" | "page">) {
  const { order, phase } = purchase.state;
  const { buyer = null } = order ?? {};
  const name = buyer?.name ?? getBuyerName(control.form);
  const canClear = buyer === null && order !== null && name !== null && phase === "collecting";
  return (
    <div className="mb-4 flex min-w-0">
      <BuyerChip
        name={name}
        email={buyer?.maskedEmail ?? null}
        onClear={canClear ? () => clearBuyer(draw, control) : undefined}
      />
    </div>
  );
}

function Waiting({ page }: Pick<SalePaymentProps, "page">) {
  const t = useTranslations("terminalSale.waiting");
  const { purchase } = page;
  const { phase, order, givenCents } = purchase.state;
  const key = phase === "checking" ? "lost" : order?.status === "unknown" ? "unknown" : "paying";
  return (
    <Notice tone="warning" title={t(`${key}.title`)}>
      <p>{t(`${key}.text`)}</p>
      {phase === "collecting" && givenCents !== null ? <CashBeside page={page} givenCents={givenCents} /> : null}
      {purchase.isReached ? null : <p className="font-semibold">{t("notReached")}</p>}
      <Button variant="secondary" onClick={purchase.pollNow}>
        {t("look")}
      </Button>
    </Notice>
  );
}

/** Cash received while a phone's payment is open doesn't count yet. The operator confirms that it was returned. */
function CashBeside({ page: { purchase }, givenCents }: Pick<SalePaymentProps, "page"> & { givenCents: number }) {
  const t = useTranslations("terminalSale.waiting.cash");
  const { money } = useOrderFormatters();
  return (
    <>
      <p className="font-semibold">{t("text", { amount: money(givenCents) })}</p>
      <Button variant="secondary" onClick={() => purchase.dispatch({ type: "cash-returned" })}>
        {t("returned")}
      </Button>
    </>
  );
}

function MethodChoice({
  page: { purchase, methods },
  takesCash,
}: Pick<SalePaymentProps, "page"> & { takesCash: boolean }) {
  const t = useTranslations("terminalSale");
  const { phase, method } = purchase.state;
  return (
    <fieldset className="mb-5 min-w-0" disabled={phase !== "collecting"}>
      <legend className="sr-only">{t("pay")}</legend>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,5rem),1fr))] gap-2">
        {methods.map((name) => (
          <button
            key={name}
            type="button"
            disabled={name === "cash" && !takesCash}
            aria-pressed={method === name && (name !== "cash" || takesCash)}
            onClick={() => method !== name && purchase.dispatch({ type: "method-changed", method: name })}
            className="flex min-h-12 flex-col items-center justify-center gap-x-2 gap-y-0.5 wrap-normal rounded-control sm:flex-row border-2 border-line-strong bg-raised px-1 py-1 font-semibold hover:border-ink disabled:cursor-not-allowed aria-pressed:border-brand aria-pressed:bg-brand/7"
          >
            <Icon name={name} className="size-6" />
            <span>{t(`methods.${name}`)}</span>
          </button>
        ))}
      </div>
      {takesCash ? null : (
        <p className="mt-2 text-muted text-sm">{t(methods.includes("cash") ? "cashNeedsBuyer" : "noCash")}</p>
      )}
    </fieldset>
  );
}

function PaymentMethods({ draw, page, scriptUrl, checkoutHost, takesCash }: SalePaymentProps & { takesCash: boolean }) {
  const t = useTranslations("terminalSale");
  const { state, isReached } = page.purchase;
  const { order } = state;
  if (state.method === "cash") return takesCash ? <CashPad page={page} /> : null;
  if (!order) return <p role="status">{t("reserving")}</p>;
  if (state.method === "card") return <CardCharge draw={draw} page={page} order={order} scriptUrl={scriptUrl} />;
  return <PhoneHandover order={order} language={order.locale} checkoutHost={checkoutHost} isReached={isReached} />;
}

type PhoneHandoverProps = {
  order: OrderView;
  language: Language;
  checkoutHost: string;
  isReached: boolean;
};

function PhoneHandover({ order, language, checkoutHost, isReached }: PhoneHandoverProps) {
  const t = useTranslations("terminalSale.phone");
  return (
    <div className="grid justify-items-center gap-4 text-center">
      <QrCode
        text={getHandoverUrl(order, language, checkoutHost)}
        label={t("code", { code: order.orderCode })}
        className="w-full max-w-72 rounded-control border border-line"
      />
      <p className="max-w-md font-medium text-lg">{t("scan")}</p>
      <div role="status" className="w-full">
        {isReached ? (
          <p className="flex items-center justify-center gap-2.5 text-muted">
            <span aria-hidden="true" className="size-2.5 animate-pulse-dot rounded-full bg-positive" />
            {t("waiting")}
          </p>
        ) : (
          <Notice tone="warning">
            <p>{t("notReached")}</p>
          </Notice>
        )}
      </div>
    </div>
  );
}

/** The order is in the fragment, which isn't sent to any server (docs/design.md, Hand-over links). */
function getHandoverUrl({ instanceId, orderId }: OrderView, language: Language, checkoutHost: string): string {
  return `${checkoutHost}${localizedPath(language, `/${instanceId}`)}#order=${orderId}`;
}

function NextSale({ onNext }: Pick<SalePaymentProps, "onNext">) {
  const t = useTranslations("terminalSale.setAside");
  return (
    <div className="mt-5 grid gap-2 border-line border-t pt-4">
      <Button variant="secondary" onClick={onNext}>
        {t("next")}
      </Button>
      <p className="text-muted text-sm">{t("text")}</p>
    </div>
  );
}
