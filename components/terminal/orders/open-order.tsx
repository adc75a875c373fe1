"use client";

import { useTranslations } from "next-intl";

import { TestMark } from "@/components/draws/test-mark";
import { getRowState, StateMark } from "@/components/terminal/shell/terminal-order-state";
import {
  useDetailsHref,
  useSellerText,
  useTerminalFormatters,
  useWaitText,
} from "@/components/terminal/shell/use-terminal-text";
import type { TerminalOrderRow } from "@/lib/terminal/orders/rules";
import { NextStep } from "./next-step";
import type { OrderActions } from "./use-order-action";

type OpenOrderProps = { order: TerminalOrderRow; timeZone: string; actions: OrderActions };

function useStepText({ order, timeZone }: Omit<OpenOrderProps, "actions">): string {
  const t = useTranslations("terminalOrders.steps");
  const { clock, second } = useTerminalFormatters(timeZone);
  const waitText = useWaitText(timeZone);
  if (order.nextStep !== "wait") return t(`${order.nextStep}.text`, { until: clock(order.expiresAt) });
  return order.answerBy === null ? waitText(order) : t("wait.paying", { until: second(order.answerBy) });
}

export function OpenOrder({ order, timeZone, actions }: OpenOrderProps) {
  const t = useTranslations("terminalOrders");
  const { dollars, time } = useTerminalFormatters(timeZone);
  const sellerText = useSellerText();
  const state = getRowState(order);
  const heading = `order-${order.orderId}`;
  const details = [
    [time(order.placedAt), sellerText(order.seller)],
    [order.buyer?.name || order.buyer?.maskedEmail || t("noBuyer"), t("tickets", { count: order.tickets })],
  ];
  return (
    <li>
      <article
        aria-labelledby={heading}
        className="grid gap-4 rounded-card border border-line bg-raised p-5 shadow-card md:grid-cols-[minmax(0,1fr)_18rem]"
      >
        <div className="grid min-w-0 content-start gap-2">
          <div className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4">
            <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
              <h2 id={heading} className="tabular text-xl">
                <span>{order.orderCode}</span>
                {order.isTest ? <TestMark label={t("testMark")} className="ml-2" /> : null}
              </h2>
              <StateMark state={state} />
            </div>
            <span className="tabular font-semibold text-xl">{dollars(order.amount)}</span>
          </div>
          <p className="wrap-anywhere text-muted text-sm">
            {details.map((line) => (
              <span key={line.join()} className="block">
                {`${line.join(" · ")} `}
              </span>
            ))}
          </p>
          <p>{t(`states.${state}.text`)}</p>
          <p className="font-medium">{useStepText({ order, timeZone })}</p>
        </div>
        <div className="grid content-center gap-2">
          <NextStep order={order} actions={actions} />
          <a
            href={useDetailsHref(order)}
            className="inline-flex min-h-11 items-center justify-center font-semibold underline underline-offset-4"
          >
            {t("details")}
            <span className="sr-only">{` ${order.orderCode}`}</span>
          </a>
        </div>
      </article>
    </li>
  );
}
