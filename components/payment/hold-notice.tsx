import { useTranslations } from "next-intl";
import { useEffect } from "react";
import type { CheckoutDraw } from "@/components/order-form/checkout-draw";
import { getHeldOrderSum } from "@/components/order-form/order-sum";
import { useBasketText } from "@/components/order-form/use-basket-text";
import { useOrderFormatters } from "@/components/order-form/use-order-formatters";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { useTimeLeftText } from "@/components/ui/use-time-left-text";
import { toCents } from "@/lib/money";
import type { OrderView } from "@/lib/orders/rules";
import type { CheckoutRefusal } from "./checkout-reasons";
import { RefusalNotice } from "./refusal-notice";
import { useTimeLeft } from "./use-time-left";

type HoldNoticeProps = {
  draw: Pick<CheckoutDraw, "addOns">;
  order: OrderView;
  refusal: CheckoutRefusal | null;
  isBusy: boolean;
  onTimeOver: () => void;
  onExtend: () => void;
  onChange: () => void;
};

/** Enough to read, decide and press (WCAG 2.2.1 requires 20 s). */
const warningMs = 60_000;

function Summary({ draw, order }: Pick<HoldNoticeProps, "draw" | "order">) {
  const t = useTranslations("checkout");
  const { money } = useOrderFormatters();
  const formatBasket = useBasketText();
  return (
    <>
      <p>
        {t(order.lastPayment?.state === "missing" ? "heldMissing" : "heldText", {
          tickets: formatBasket(getHeldOrderSum(draw, order)),
          amount: money(toCents(order.amount)),
        })}
      </p>
      {order.buyer ? (
        <p className="text-sm text-muted">{t("heldFor", { name: order.buyer.name, email: order.buyer.maskedEmail })}</p>
      ) : null}
    </>
  );
}

const refusedClass = "px-4 pt-4 *:mb-0 max-lg:*:scroll-mb-132 sm:px-6 sm:pt-6";

const boxClass = "grid gap-3 px-4 py-5 sm:px-6";
const lineClass = "flex flex-wrap items-center justify-between gap-x-3 px-4 pt-2 sm:px-6";
const lineTitleClass = "flex items-center gap-2 font-sans font-semibold text-[0.9375rem] tracking-normal";

export function HoldNotice({ draw, order, refusal, isBusy, onTimeOver, onExtend, onChange }: HoldNoticeProps) {
  const t = useTranslations("checkout");
  const timeLeft = useTimeLeftText();
  const leftMs = useTimeLeft(order.expiresAt);
  const isOver = leftMs === 0;
  const isEnding = leftMs <= warningMs;
  const isRefused = refusal?.about === "card";
  const title = isRefused ? "heldLeft" : "heldTitle";
  useEffect(() => {
    if (isOver) onTimeOver();
  }, [isOver, onTimeOver]);
  return (
    <>
      {isRefused ? (
        <div className={refusedClass}>
          <RefusalNotice refusal={refusal} about="card" />
        </div>
      ) : null}
      <section
        aria-labelledby="checkout-held"
        className={isRefused ? lineClass : `${boxClass} ${isEnding ? "bg-warning-soft" : "bg-positive-soft"}`}
      >
        <h3
          id="checkout-held"
          tabIndex={-1}
          className={isRefused ? lineTitleClass : "flex items-center gap-2.5 text-xl"}
        >
          <Icon
            name="clock"
            className={`${isRefused ? "" : "size-6 "}${isEnding ? "text-warning" : "text-positive"}`}
          />
          <span role="timer" className="tabular">
            {t(isEnding ? "endingTitle" : title, { time: timeLeft(leftMs) })}
          </span>
        </h3>
        {isRefused ? null : <Summary draw={draw} order={order} />}
        <p role="status" className="sr-only">
          {isEnding ? t("endingAnnounce") : ""}
        </p>
        <div className="flex flex-wrap gap-2">
          {isEnding && order.extensionsLeft > 0 ? (
            <Button busy={isBusy} onClick={onExtend}>
              {t("extend")}
            </Button>
          ) : null}
          <Button
            variant={isRefused ? "quiet" : "secondary"}
            className={isRefused ? "min-h-11 px-0 py-1 text-[0.9375rem]" : ""}
            busy={isBusy}
            onClick={onChange}
          >
            {t("change")}
          </Button>
        </div>
      </section>
    </>
  );
}

export function HoldTimeLeft({ order: { expiresAt } }: { order: Pick<OrderView, "expiresAt"> }) {
  const t = useTranslations("checkout");
  const timeLeft = useTimeLeftText();
  return (
    <p aria-live="off" className="tabular flex items-center gap-1.5 font-semibold text-ink">
      <Icon name="clock" className="size-[1.25em]" />
      <span>{t("heldLeft", { time: timeLeft(useTimeLeft(expiresAt)) })}</span>
    </p>
  );
}
