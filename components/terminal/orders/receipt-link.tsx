"use client";

import { useLocale, useTranslations } from "next-intl";

import { buttonClass } from "@/components/ui/button-class";
import { localizedPath } from "@/lib/platform/i18n/routing";
import type { TerminalOrder } from "@/lib/terminal/rules.orders";

/** The way to the receipt, which counts and marks what is printed again, and how often that was done. */
export function ReceiptLink({ order }: { order: TerminalOrder }) {
  const t = useTranslations("terminalOrders.actions");
  const locale = useLocale();
  const { instanceId, orderId, reprints } = order;
  return (
    <div className="grid gap-1">
      <a
        href={localizedPath(locale, `/terminal/success?${new URLSearchParams({ instanceId, orderId })}`)}
        className={buttonClass("secondary")}
      >
        {t("reprint")}
      </a>
      <p className="text-muted text-sm">{t("reprints", { count: reprints })}</p>
    </div>
  );
}
