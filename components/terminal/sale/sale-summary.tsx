import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { TestMark } from "@/components/draws/test-mark";
import type { CheckoutDraw } from "@/components/order-form/checkout-draw";
import { useOrderFormatters } from "@/components/order-form/use-order-formatters";
import { useTimeLeft } from "@/components/payment/use-time-left";
import { useTapGuard } from "@/components/terminal/shell/use-tap-guard";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { useTimeLeftText } from "@/components/ui/use-time-left-text";
import { mainPoolId } from "@/lib/draws/rules";
import { toCents } from "@/lib/money";
import type { OrderView } from "@/lib/orders/rules";

import { isInFlight } from "./sale-state";
import type { SaleControl } from "./use-sale";

type SaleSummaryProps = { draw: CheckoutDraw; order: OrderView; purchase: SaleControl };

const warningMs = 120_000;

function Hold({ order, purchase }: Omit<SaleSummaryProps, "draw">) {
  const t = useTranslations("terminalSale");
  const timeLeft = useTimeLeftText();
  const leftMs = useTimeLeft(order.expiresAt);
  const isOver = leftMs === 0;
  const isEnding = leftMs <= warningMs;
  const { dispatch, extend, state } = purchase;
  useEffect(() => {
    if (isOver) dispatch({ type: "time-over" });
  }, [isOver, dispatch]);
  return (
    <div className={`grid gap-3 rounded-control p-3 ${isEnding ? "bg-warning-soft" : "bg-sunken/60"}`}>
      <p className="flex flex-wrap items-center justify-between gap-x-3">
        <span className="inline-flex items-center gap-2 text-sm sm:text-base">
          <Icon name="clock" className="size-5 shrink-0" />
          {t("held")}
        </span>
        <span
          role="timer"
          className="tabular ml-auto whitespace-nowrap font-bold font-display text-[clamp(1.125rem,4.5vw,1.5rem)]"
        >
          {timeLeft(leftMs)}
        </span>
      </p>
      <p role="status" className="sr-only">
        {isEnding ? t("ending") : ""}
      </p>
      {isEnding && order.extensionsLeft > 0 ? (
        <Button variant="secondary" busy={state.phase !== "collecting"} onClick={extend}>
          {t("extend")}
        </Button>
      ) : null}
    </div>
  );
}

function Lines({ draw, order }: Pick<SaleSummaryProps, "draw" | "order">) {
  const { money, tickets } = useOrderFormatters();
  const findTitle = (poolId: string) => draw.addOns.find((addOn) => addOn.poolId === poolId)?.title.text;
  return (
    <ul className="grid gap-1">
      {order.lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an order never change, and two may be alike
        <li key={index} className="flex flex-wrap justify-between gap-x-4">
          <span>
            <span>{tickets(line.tickets)}</span>
            {line.poolId === mainPoolId ? null : <span className="text-muted">{` · ${findTitle(line.poolId)}`}</span>}
          </span>
          <span className="tabular ml-auto">{money(toCents(line.amount))}</span>
        </li>
      ))}
    </ul>
  );
}

export function SaleSummary({ draw, order, purchase }: SaleSummaryProps) {
  const t = useTranslations("terminalSale");
  const { money } = useOrderFormatters();
  const { phase } = purchase.state;
  const isArmed = useTapGuard();
  const isPaying = isInFlight(order) || phase === "taking" || phase === "charging" || phase === "checking";
  return (
    <section
      aria-labelledby="sale-order"
      className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded-card border border-line bg-raised p-4 shadow-card sm:p-6"
    >
      <h2 id="sale-order" className="flex flex-wrap items-baseline justify-between gap-x-3 text-lg">
        <span>
          <span>{t("order", { code: order.orderCode })}</span>{" "}
          {order.isTest ? <TestMark label={t("testMark")} className="ml-1" /> : null}
        </span>
        <span className="tabular ml-auto font-extrabold text-2xl">{money(toCents(order.amount))}</span>
      </h2>
      <Lines draw={draw} order={order} />
      {isInFlight(order) ? null : <Hold order={order} purchase={purchase} />}
      <Button
        variant="secondary"
        busy={phase === "cancelling"}
        disabled={isPaying || !isArmed}
        onClick={purchase.cancel}
      >
        {t("cancel")}
      </Button>
    </section>
  );
}
