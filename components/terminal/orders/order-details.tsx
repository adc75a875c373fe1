"use client";

import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { DrawText } from "@/components/draws/draw-text";
import { TestMark } from "@/components/draws/test-mark";
import { Detail } from "@/components/orders/detail";
import { NumberRanges } from "@/components/orders/numbers/number-ranges";
import { OrderLines } from "@/components/orders/order-lines";
import { RefundList } from "@/components/orders/refund-list";
import { DeviceRefused, isDeviceRefused } from "@/components/terminal/device/device-notice";
import { RefreshLine } from "@/components/terminal/shell/refresh-line";
import { getDetailsState, isWaitingForBuyer, StateMark } from "@/components/terminal/shell/terminal-order-state";
import {
  useReasonText,
  useSellerText,
  useTerminalFormatters,
  useWaitText,
} from "@/components/terminal/shell/use-terminal-text";
import { buttonClass } from "@/components/ui/button-class";
import { Card } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";
import { getTimeZone } from "@/lib/draws/rules";
import { formatCardName } from "@/lib/orders/rules.payment";
import { describePools, groupByPool } from "@/lib/orders/rules.pools";
import type { CallRefusal } from "@/lib/platform/http/browser/fetch-json";
import { localizedPath } from "@/lib/platform/i18n/routing";
import type { TerminalOrder } from "@/lib/terminal/orders/rules";
import { OrderActions } from "./order-actions";
import type { OrderDraw } from "./order-draw";
import { AttemptList, HistoryList } from "./order-history";
import { OutcomeNotice } from "./outcome-notice";
import { useOrderAction } from "./use-order-action";
import { useTerminalOrder } from "./use-terminal-order";

type OrderDetailsProps = {
  instanceId: string;
  orderId: string;
  draw: OrderDraw | null;
};

export function OrderDetails({ instanceId, orderId, draw }: OrderDetailsProps) {
  const t = useTranslations("terminalOrders");
  const { order, refusal, readAt, accept, refresh } = useTerminalOrder(instanceId, orderId);
  const actions = useOrderAction(accept);
  const locale = useLocale();
  const timeZone = getTimeZone(draw);
  const waitText = useWaitText(timeZone);
  const pools = describePools(draw, locale);
  if (!order || isDeviceRefused(refusal)) return <OrderUnavailable instanceId={instanceId} refusal={refusal} />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <OutcomeNotice outcome={actions.outcome} />
      <OrderSheet order={order} draw={draw} timeZone={timeZone}>
        <Part title={t("parts.actions")}>
          {isWaitingForBuyer(order) ? <p className="font-medium">{waitText(order)}</p> : null}
          <OrderActions
            key={`${order.status} ${order.refunds.length}`}
            order={order}
            getPoolTitle={(poolId) => pools.get(poolId)?.title ?? poolId}
            actions={actions}
          />
          <RefreshLine readAt={readAt} onRefresh={refresh} />
        </Part>
      </OrderSheet>
    </div>
  );
}

function OrderUnavailable({ instanceId, refusal }: { instanceId: string; refusal: CallRefusal["reason"] | null }) {
  const t = useTranslations("terminalOrders");
  const refusalText = useReasonText();
  const recentHref = localizedPath(useLocale(), `/terminal/recent-orders?${new URLSearchParams({ instanceId })}`);
  const isDevice = isDeviceRefused(refusal);
  const isOrder = refusal !== null && refusal !== "unreachable" && !isDevice;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <h1 className="text-3xl sm:text-4xl">{t("titles.details")}</h1>
      {isDevice ? <DeviceRefused reason={refusal} /> : null}
      <div role="status">
        {isOrder ? (
          <Notice tone="warning" title={refusalText(refusal)}>
            <a href={recentHref} className={`${buttonClass("secondary")} justify-self-start`}>
              {t("titles.recent")}
            </a>
          </Notice>
        ) : null}
        {isOrder || isDevice ? null : <p>{t("loading")}</p>}
      </div>
    </div>
  );
}

type OrderSheetProps = { order: TerminalOrder; draw: OrderDraw | null; timeZone: string };

function OrderSheet({ order, draw, timeZone, children }: OrderSheetProps & { children: ReactNode }) {
  const t = useTranslations("terminalOrders");
  const locale = useLocale();
  const pools = describePools(draw, locale);
  return (
    <>
      <Head order={order} draw={draw} timeZone={timeZone} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-2">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          {children}
          {order.numbers.length > 0 ? (
            <Part title={t("parts.numbers")}>
              <NumberRanges pools={groupByPool(order.numbers, pools)} />
            </Part>
          ) : null}
          <Part title={t("parts.lines")}>
            <OrderLines order={order} draw={draw} pools={pools} locale={locale} />
          </Part>
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          {order.refunds.length > 0 ? (
            <Card>
              <RefundList order={order} locale={locale} timeZone={timeZone} isOperator />
            </Card>
          ) : null}
          <Part title={t("parts.attempts")}>
            <AttemptList attempts={order.attempts} timeZone={timeZone} />
          </Part>
          <Part title={t("parts.history")}>
            <HistoryList history={order.history} timeZone={timeZone} />
          </Part>
        </div>
      </div>
    </>
  );
}

function Head({ order, draw, timeZone }: OrderSheetProps) {
  const t = useTranslations("terminalOrders");
  const state = getDetailsState(order);
  const locale = useLocale();
  return (
    <Card aria-labelledby="order-code" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div>
        {draw ? (
          <p className="font-medium text-muted">
            <DrawText text={draw.title} locale={locale} />
          </p>
        ) : null}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <h1 id="order-code" className="text-3xl tabular-nums sm:text-4xl">
            {order.orderCode}
          </h1>
          {order.isTest ? <TestMark label={t("testMark")} /> : null}
          <span role="status">
            <StateMark state={state} />
          </span>
        </div>
        <p className="mt-2 max-w-prose">{t(`states.${state}.text`)}</p>
      </div>
      <OrderDetailList order={order} timeZone={timeZone} />
    </Card>
  );
}

function OrderDetailList({ order, timeZone }: Omit<OrderSheetProps, "draw">) {
  const t = useTranslations("terminalOrders");
  const tOrder = useTranslations("order");
  const { dollars, time, clock } = useTerminalFormatters(timeZone);
  const sellerText = useSellerText();
  const { buyer, card, finalizedAt, method, validationNumber } = order;
  return (
    <dl className="grid grid-cols-2 gap-4 lg:grid-cols-4">
      <Detail name={tOrder("total")}>
        <span className="tabular font-bold">{dollars(order.amount)}</span>
      </Detail>
      <Detail name={tOrder(finalizedAt ? "paidAt" : "placedAt")}>{time(finalizedAt ?? order.placedAt)}</Detail>
      <Detail name={t("soldBy")}>{sellerText(order.seller)}</Detail>
      {method ? (
        <Detail name={tOrder("paidWith")}>
          {card ? formatCardName(card, (type) => tOrder(`debitCards.${type}`)) : t(`methods.${method}`)}
        </Detail>
      ) : null}
      <Detail name={t("history.actors.buyer")} isWide>
        <span>{buyer ? buyer.name : order.isErased ? tOrder("erased") : t("noBuyer")}</span>
        <span className="block break-words font-normal text-muted">{buyer?.maskedEmail}</span>
      </Detail>
      {validationNumber ? (
        <Detail name={t("validation")}>
          <span className="tabular">{validationNumber}</span>
        </Detail>
      ) : null}
      {order.status === "reserved" ? <Detail name={t("heldUntil")}>{clock(order.expiresAt)}</Detail> : null}
    </dl>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card aria-label={title} className="grid grid-cols-[minmax(0,1fr)] content-start gap-3">
      <h2 className="text-xl">{title}</h2>
      {children}
    </Card>
  );
}
