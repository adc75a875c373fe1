"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { Console } from "@/components/console/console";
import { ConsoleLink } from "@/components/console/console-link";
import { LoadFailure } from "@/components/console/load-failure";
import { PasskeyConfirmationProvider } from "@/components/console/use-passkey-confirmation";
import { DrawText } from "@/components/draws/draw-text";
import { buttonClass } from "@/components/ui/button-class";
import { Card } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";
import { orderQuery } from "@/lib/console/orders/client";
import type { ConsoleOrder } from "@/lib/console/orders/rules.order";
import { formatCardName } from "@/lib/orders/rules.payment";
import { ActionsCard } from "./actions-card";
import { BuyerCard } from "./buyer-card";
import { NextStep } from "./next-step";
import { OrderActivity, Tickets } from "./order-activity";
import { OrderDetail } from "./order-detail";
import { OrderStatus } from "./order-table";
import { useContact } from "./use-contact";
import { useListHref } from "./use-list-href";
import { useOpenAction } from "./use-open-action";
import { useOrderCalls } from "./use-order-calls";
import { useOrderText } from "./use-order-text";
import { WinNotice } from "./win-notice";

type OrderViewProps = { instanceId: string; code: string };

export function OrderView(props: OrderViewProps) {
  return (
    <Console section="orders">
      {() => (
        <PasskeyConfirmationProvider>
          <OrderPage {...props} />
        </PasskeyConfirmationProvider>
      )}
    </Console>
  );
}

/** Applies while the order waits for the bank or for its buyer. */
const pollIntervalMs = 5000;

const isWaiting = ({ nextStep }: ConsoleOrder) => nextStep === "wait" || nextStep === "check";

function OrderPage(key: OrderViewProps) {
  const t = useTranslations("console.orders");
  const read = useQuery({
    ...orderQuery(key),
    refetchInterval: ({ state }) => (state.data && isWaiting(state.data) ? pollIntervalMs : false),
  });
  const queries = useQueryClient();
  const reload = () => queries.invalidateQueries({ queryKey: orderQuery(key).queryKey });
  const [listHref] = useListHref();
  const order = read.data;
  if (read.error?.refusal.reason === "order-not-found") return <MissingOrder />;
  return (
    <>
      <ConsoleLink isReturn href={listHref} className="inline-flex min-h-11 items-center justify-self-start underline">
        {t("back")}
      </ConsoleLink>
      {read.isPending ? <p role="status">{t("loading")}</p> : null}
      <LoadFailure read={read} />
      {order ? (
        <>
          <OrderHead order={order} />
          <OrderBody order={order} reload={reload} />
          <OrderActivity order={order} />
        </>
      ) : null}
    </>
  );
}

const columnClass = "max-lg:contents lg:grid lg:grid-cols-1 lg:gap-6";

/** On a phone the actions come before the tickets, which may be many. */
function OrderBody({ order, reload }: { order: ConsoleOrder; reload: () => Promise<void> }) {
  const contact = useContact(order, reload);
  const calls = useOrderCalls(order, reload);
  const openAction = useOpenAction(order, calls, contact);
  const actionProps = { order, calls, openAction };
  return (
    <>
      {order.wins.length > 0 ? <WinNotice order={order} contact={contact} /> : null}
      <NextStep {...actionProps} />
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        <div className={columnClass}>
          <BuyerCard order={order} contact={contact} />
          <div className="max-lg:order-1">
            <Tickets order={order} />
          </div>
        </div>
        <div className={columnClass}>
          {order.actions.length > 0 ? <ActionsCard {...actionProps} contact={contact} /> : null}
          <SaleCard order={order} className="max-lg:order-1" />
        </div>
      </div>
    </>
  );
}

function MissingOrder() {
  const t = useTranslations("console.orders");
  const [listHref] = useListHref();
  return (
    <Notice role="alert" title={t("missing")}>
      <ConsoleLink isReturn href={listHref} className={`${buttonClass("secondary")} justify-self-start`}>
        {t("back")}
      </ConsoleLink>
    </Notice>
  );
}

function OrderHead({ order }: { order: ConsoleOrder }) {
  const t = useTranslations("console.orders");
  const { dollars } = useOrderText();
  const locale = useLocale();
  return (
    <div className="grid grid-cols-1 gap-1">
      <p className="font-medium text-muted">
        <DrawText text={order.draw.title} locale={locale} />
      </p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h1 className="tabular wrap-anywhere min-w-0 text-3xl" translate="no">
          {order.orderCode}
        </h1>
        <span role="status">
          <OrderStatus order={order} />
        </span>
        <p className="tabular font-semibold text-xl">
          {order.isPartlyRefunded
            ? t("paidAndRefunded", { paid: dollars(order.amount), refunded: dollars(order.refunded) })
            : dollars(order.amount)}
        </p>
      </div>
    </div>
  );
}

function SaleCard({ order, className }: { order: ConsoleOrder; className: string }) {
  const t = useTranslations("console.orders.sale");
  const names = useTranslations("order.debitCards");
  const { formatDateTime } = useOrderText(order.timeZone);
  const { device, operator, card, method } = order;
  const seller = device && operator ? `${device} (${operator})` : (device ?? operator);
  const paidBy = method && t(`methods.${method}`);
  const payment = paidBy && card ? `${paidBy}, ${formatCardName(card, (type) => names(type))}` : paidBy;
  return (
    <Card aria-labelledby="sale" className={`grid grid-cols-1 gap-3 ${className}`}>
      <h2 id="sale" className="text-xl">
        {t("title")}
      </h2>
      <dl>
        <OrderDetail name={t("placed")}>{formatDateTime(order.placedAt)}</OrderDetail>
        <OrderDetail name={t("paid")}>{order.finalizedAt ? formatDateTime(order.finalizedAt) : null}</OrderDetail>
        <OrderDetail name={t("where")}>{seller ?? t("online")}</OrderDetail>
        <OrderDetail name={t("method")}>{payment}</OrderDetail>
        {order.finalizedAt ? (
          <OrderDetail name={t("public")}>{t(order.isHidden ? "hidden" : "listed")}</OrderDetail>
        ) : null}
      </dl>
    </Card>
  );
}
