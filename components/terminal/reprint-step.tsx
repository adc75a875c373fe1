"use client";

import { useLocale, useTranslations } from "next-intl";

import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { localizedPath } from "@/lib/i18n/routing";
import { reprintReceipt } from "@/lib/terminal/client";
import type { TerminalOrder } from "@/lib/terminal/rules.orders";
import { useConnection } from "./use-connection";
import type { OrderActions } from "./use-order-action";

/** Notes a reprint and goes to the receipt, which is marked as a copy; how often that was done stands below. */
export function ReprintStep({ order, actions }: { order: TerminalOrder; actions: OrderActions }) {
  const t = useTranslations("terminalOrders.actions");
  const locale = useLocale();
  const { isReachable } = useConnection();
  const { instanceId, orderId, reprints } = order;
  const receipt = localizedPath(locale, `/terminal/success?${new URLSearchParams({ instanceId, orderId })}`);
  return (
    <div className="grid gap-1">
      <div className="grid gap-3 sm:grid-cols-2">
        <a href={receipt} className={buttonClass("secondary")}>
          {t("receipt")}
        </a>
        <Button
          variant="secondary"
          busy={actions.busy?.action === "reprint"}
          disabled={!isReachable}
          onClick={() => actions.run("reprint", orderId, () => reprintReceipt(order))}
        >
          {t("reprint")}
        </Button>
      </div>
      <p className="text-muted text-sm">{t("reprints", { count: reprints })}</p>
    </div>
  );
}
