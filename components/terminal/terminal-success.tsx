"use client";

import { useLocale, useTranslations } from "next-intl";

import { buttonClass } from "@/components/ui/button-class";
import { Notice } from "@/components/ui/notice";
import type { PublicDraw } from "@/lib/draws/rules.projection";
import { localizedPath } from "@/lib/i18n/routing";

import { DeviceRefused } from "./device-notice";
import type { WordsByLanguage } from "./receipt-words";
import { SaleTrouble } from "./sale-trouble";
import { SoldOrder } from "./sold-order";
import { useFinishedOrder } from "./use-finished-order";

type TerminalSuccessProps = {
  instanceId: string;
  orderId: string;
  /** Null when the draw is no longer shown: the numbers are, a receipt cannot be written. */
  draw: PublicDraw | null;
  words: WordsByLanguage;
  checkoutHost: string;
};

function NotSold({ instanceId, orderId }: Pick<TerminalSuccessProps, "instanceId" | "orderId">) {
  const t = useTranslations("terminalReceipt");
  const locale = useLocale();
  const query = new URLSearchParams({ instanceId, orderId });
  return (
    <Notice tone="warning" title={t("notSold.title")}>
      <p>{t("notSold.text")}</p>
      <p className="flex flex-wrap gap-2">
        <a href={localizedPath(locale, `/terminal/order-details?${query}`)} className={buttonClass("secondary")}>
          {t("details")}
        </a>
        <a href={localizedPath(locale, `/terminal/${instanceId}`)} className={buttonClass()}>
          {t("next")}
        </a>
      </p>
    </Notice>
  );
}

/** The page after a sale: a shell that fetches its order with the device's credential. */
export function TerminalSuccess({ instanceId, orderId, ...paper }: TerminalSuccessProps) {
  const t = useTranslations("terminalReceipt");
  const { order, trouble, setOrder } = useFinishedOrder(instanceId, orderId);
  if (order && order.numbers.length === 0) return <NotSold instanceId={instanceId} orderId={orderId} />;
  if (order) return <SoldOrder order={order} onOrder={setOrder} {...paper} />;
  if (trouble === "device-required" || trouble === "device-revoked") return <DeviceRefused reason={trouble} />;
  if (trouble && trouble !== "unreachable") return <SaleTrouble reason={trouble} />;
  return (
    <p role="status" className="text-lg text-muted">
      {t(trouble ? "notReached" : "loading")}
    </p>
  );
}
