import { useTranslations } from "next-intl";
import { useIsPreview } from "@/components/draws/live/live-provider";
import { TestMark } from "@/components/draws/test-mark";
import type { CheckoutDraw } from "@/components/order-form/checkout-draw";
import type { OrderSum } from "@/components/order-form/order-sum";
import { SumLines, useSumItems } from "@/components/order-form/sum-lines";
import { useOrderFormatters } from "@/components/order-form/use-order-formatters";
import type { Phase } from "@/components/payment/checkout-machine";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { Notice } from "@/components/ui/notice";
import type { CheckoutPage } from "./checkout-page";
import { useLazyParts } from "./lazy-parts-provider";
import type { CheckoutControl } from "./use-checkout";
import type { HandoverOrder } from "./use-handover-order";

type PayAreaProps = {
  sum: OrderSum;
  purchase: CheckoutControl;
  isClosed: boolean;
  isPayPending: boolean;
  isTestDraw: boolean;
};

export function PayArea({ sum, purchase, isClosed, isPayPending, isTestDraw }: PayAreaProps) {
  const t = useTranslations("checkout");
  const { money } = useOrderFormatters();
  const { cents } = sum;
  const items = useSumItems(sum);
  const { phase } = purchase.state;
  return (
    <div>
      <PaymentStatus purchase={purchase} />
      <SumLines items={items} />
      <p aria-live="polite" aria-atomic="true" className="sum large-sum">
        <span>
          <span>{t("total")}</span> {items.length === 1 ? <small>{items[0]?.label}</small> : null}{" "}
          {isTestDraw ? <TestMark label={t("testMark")} className="ml-1" /> : null}
        </span>{" "}
        <b className="tabular">{money(cents)}</b>
      </p>
      <PayButton cents={cents} phase={phase} isClosed={isClosed} isPayPending={isPayPending} />
      <p role="status" className="hint mt-2 text-center empty:sr-only">
        {phase === "paying" ? t("payingStay") : ""}
      </p>
    </div>
  );
}

type ApplePayAreaProps = { draw: CheckoutDraw; page: CheckoutPage };

/**
 * Reserves the place of the Apple Pay button on a wide screen if it will probably (or, with `isCertain`, surely) work,
 * so that the form doesn't move. On a phone, the bar has the button, and this only shows why it didn't pay.
 */
export function ApplePayArea({ draw, page, isCertain }: ApplePayAreaProps & { isCertain: boolean }) {
  const { phase, refusal } = page.purchase.state;
  const lazy = useLazyParts();
  const isOffered = !page.isClosed && phase !== "checking" && phase !== "leaving";
  if (page.applePay === null || (!isOffered && refusal?.about !== "apple-pay")) return null;
  return (
    <section
      aria-label="Apple Pay"
      className={page.applePay || isCertain ? "apple-part" : "apple-part apple-pay-likely"}
    >
      {lazy ? <lazy.ApplePayNotice refusal={refusal} /> : null}
      {lazy && isOffered ? <lazy.ApplePayOffer draw={draw} page={page} /> : null}
    </section>
  );
}

export function HandoverLoading({ handover: { state, retry } }: { handover: HandoverOrder }) {
  const t = useTranslations("checkout");
  const tReasons = useTranslations("reasons");
  if (!state) return <p role="status">{t("restoring")}</p>;
  return (
    <Notice tone="warning" role="status" title={tReasons("unreachable")}>
      <Button variant="secondary" onClick={retry}>
        {t("retry")}
      </Button>
    </Notice>
  );
}

/** Rendered while empty, because a screen reader may not announce an element that was just added. */
function PaymentStatus({ purchase: { state, isReached, pollNow } }: Pick<PayAreaProps, "purchase">) {
  const t = useTranslations("checkout");
  const { phase, order, sentAt } = state;
  const lazy = useLazyParts();
  const isLost = lazy !== null && phase === "checking" && order !== null;
  return (
    <div role="status">
      {isLost ? <lazy.LostPayment order={order} sentAt={sentAt} isReached={isReached} onCheckNow={pollNow} /> : null}
      {phase === "restoring" && !isReached ? (
        <Notice tone="warning" title={t("restoringLost")} className="mb-4">
          <p>{t("lostContact")}</p>
        </Notice>
      ) : null}
    </div>
  );
}

type PayButtonProps = Pick<PayAreaProps, "isClosed" | "isPayPending"> & { cents: number; phase: Phase };

function PayButton({ cents, phase, isClosed, isPayPending }: PayButtonProps) {
  const t = useTranslations("checkout");
  const { money } = useOrderFormatters();
  const isPreview = useIsPreview();
  if (isClosed && phase === "editing") {
    return (
      <Button size="large" className="w-full" disabled>
        {t(isPreview ? "preview" : "closed")}
      </Button>
    );
  }
  const isBusy = isPayPending || phase !== "editing";
  return (
    <Button
      id="checkout-pay"
      type="submit"
      size="large"
      className="tabular w-full"
      busy={isBusy}
      data-cents={phase === "editing" ? cents : undefined}
    >
      {isBusy ? null : <Icon name="lock" />}
      <span>{phase === "editing" ? t("pay", { amount: money(cents) }) : t(phase)}</span>
    </Button>
  );
}
