"use client";

import type { Query } from "@tanstack/react-query";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useCallback, useLayoutEffect } from "react";
import type { CheckoutReason } from "@/components/payment/checkout-reasons";
import { endSale, saleSessions } from "@/components/terminal/sale/sale-session";
import { useDetailsHref } from "@/components/terminal/shell/use-terminal-text";
import { buttonClass } from "@/components/ui/button-class";
import { Notice } from "@/components/ui/notice";
import type { PublicDraw } from "@/lib/draws/rules.projection";
import type { RefusalError } from "@/lib/platform/http/browser/client";
import { localizedPath } from "@/lib/platform/i18n/routing";
import { terminalOrderQuery } from "@/lib/terminal/orders/client";
import type { TerminalOrder } from "@/lib/terminal/orders/rules";
import { DeviceRefused, isDeviceRefused } from "./device/device-notice";
import type { ReceiptMessagesByLanguage } from "./receipt/receipt-messages";
import { SaleRefusal } from "./receipt/sale-refusal";
import { SoldOrder } from "./receipt/sold-order";

type FinishedOrder = {
  order: TerminalOrder | null;
  refusalReason: CheckoutReason | null;
  setOrder: (order: TerminalOrder) => void;
};

const retryMs = 3000;

type OrderQuery = Query<TerminalOrder | null, RefusalError, TerminalOrder | null, readonly string[]>;

const isLost = ({ state }: OrderQuery) => state.error?.reason === "unreachable";

function useFinishedOrder(instanceId: string, orderId: string): FinishedOrder {
  const client = useQueryClient();
  const { data, error } = useQuery({
    ...terminalOrderQuery({ instanceId, orderId }),
    refetchInterval: (query) => (isLost(query) ? retryMs : false),
    refetchOnWindowFocus: (query) => (isLost(query) ? "always" : false),
    refetchOnReconnect: (query) => (isLost(query) ? "always" : false),
  });
  const isSold = data?.status === "finalized" || data?.status === "refunded";
  useLayoutEffect(() => {
    if (isSold && saleSessions.read(instanceId).orderId === orderId) endSale(instanceId);
  }, [isSold, instanceId, orderId]);
  const setOrder = useCallback(
    (order: TerminalOrder) => client.setQueryData(terminalOrderQuery({ instanceId, orderId }).queryKey, order),
    [client, instanceId, orderId],
  );
  return { order: data ?? null, refusalReason: error?.reason ?? null, setOrder };
}

type TerminalSuccessProps = {
  instanceId: string;
  orderId: string;
  draw: PublicDraw | null;
  receiptMessages: ReceiptMessagesByLanguage;
  checkoutHost: string;
};

function UnsoldNotice({ instanceId, orderId }: Pick<TerminalSuccessProps, "instanceId" | "orderId">) {
  const t = useTranslations("terminalReceipt");
  const locale = useLocale();
  const detailsHref = useDetailsHref({ instanceId, orderId });
  return (
    <Notice tone="warning" title={t("notSold.title")}>
      <p>{t("notSold.text")}</p>
      <p className="flex flex-wrap gap-2">
        <a href={detailsHref} className={buttonClass("secondary")}>
          {t("details")}
        </a>
        <a href={localizedPath(locale, `/terminal/${instanceId}`)} className={buttonClass()}>
          {t("next")}
        </a>
      </p>
    </Notice>
  );
}

function PlainReceiptPage({ children }: { children: ReactNode }) {
  const t = useTranslations("terminalReceipt");
  return (
    <div className="grid gap-5">
      <h1 className="text-3xl sm:text-4xl">{t("title")}</h1>
      {children}
    </div>
  );
}

function RefusalPage({ reason }: { reason: CheckoutReason }) {
  return (
    <PlainReceiptPage>
      {isDeviceRefused(reason) ? <DeviceRefused reason={reason} /> : <SaleRefusal reason={reason} />}
    </PlainReceiptPage>
  );
}

export function TerminalSuccess({ instanceId, orderId, ...receipt }: TerminalSuccessProps) {
  const t = useTranslations("terminalReceipt");
  const { order, refusalReason, setOrder } = useFinishedOrder(instanceId, orderId);
  if (order && order.numbers.length === 0) {
    return (
      <PlainReceiptPage>
        <UnsoldNotice instanceId={instanceId} orderId={orderId} />
      </PlainReceiptPage>
    );
  }
  if (order) return <SoldOrder order={order} onOrder={setOrder} {...receipt} />;
  if (refusalReason && refusalReason !== "unreachable") return <RefusalPage reason={refusalReason} />;
  return (
    <p role="status" className="text-lg text-muted">
      {t(refusalReason ? "notReached" : "loading")}
    </p>
  );
}
