import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";

import type { CheckoutReason } from "@/components/payment/checkout-reasons";
import { useConnection } from "@/components/terminal/shell/use-connection";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { useFormatters } from "@/components/ui/use-formatters";
import { sumLineAmounts } from "@/lib/orders/rules.refunds";
import { localizedPath } from "@/lib/platform/i18n/routing";
import { readTerminalOrder, refundTerminalOrder } from "@/lib/terminal/orders/client";
import type { TerminalOrder } from "@/lib/terminal/orders/rules";
import { SaleRefusal } from "./sale-refusal";
import type { ReceiptPrint } from "./use-receipt-print";

type ReceiptCheckProps = {
  order: TerminalOrder;
  print: ReceiptPrint;
  onOrder: (order: TerminalOrder) => void;
};

function CancelSale({ order, onOrder, onKeep }: Omit<ReceiptCheckProps, "print"> & { onKeep: () => void }) {
  const t = useTranslations("terminalReceipt.refund");
  const { note } = useConnection();
  const [isBusy, setBusy] = useState(false);
  const [refusalReason, setRefusalReason] = useState<CheckoutReason | null>(null);
  const amount = useFormatters().dollars(sumLineAmounts(order.refundable));
  async function cancel() {
    setBusy(true);
    const answer = note(
      await refundTerminalOrder(
        order,
        order.refundable.map(({ line }) => line),
      ),
    );
    // After a refusal or a lost answer, the money may have been refunded, which the operator must know.
    const result = answer.ok ? answer : note(await readTerminalOrder(order));
    setBusy(false);
    setRefusalReason(answer.ok ? null : answer.reason);
    if (result.ok) onOrder(result.order);
  }
  return (
    <div className="grid gap-3">
      <p className="font-semibold">{t("question", { amount })}</p>
      <SaleRefusal reason={refusalReason} />
      <div className="flex flex-wrap gap-2">
        <Button busy={isBusy} onClick={cancel}>
          {isBusy ? t("busy") : t("confirm", { amount })}
        </Button>
        <Button variant="secondary" disabled={isBusy} onClick={onKeep}>
          {t("keep")}
        </Button>
      </div>
    </div>
  );
}

export const receiptYesId = "receipt-yes";

/** A sale ends only once the operator has checked the paper (docs/draw-rules.md, Printing that failed). */
export function ReceiptCheck({ order, print, onOrder }: ReceiptCheckProps) {
  const t = useTranslations("terminalReceipt");
  const locale = useLocale();
  const [isCancelling, setCancelling] = useState(false);
  const canRefund = order.actions.includes("refund");
  const reasons = useTranslations("reasons");
  return (
    <section
      aria-labelledby="receipt-check"
      className="grid gap-3 rounded-card border-2 border-warning/50 bg-warning-soft p-4 sm:p-5"
    >
      <h2 id="receipt-check" className="text-xl">
        {t("check.question")}
      </h2>
      <p>{t("check.paper")}</p>
      {isCancelling ? (
        <CancelSale order={order} onOrder={onOrder} onKeep={() => setCancelling(false)} />
      ) : (
        <div className="flex flex-wrap gap-2">
          <a
            id={receiptYesId}
            href={localizedPath(locale, `/terminal/${order.instanceId}`)}
            className={`${buttonClass("primary", "large")} w-full text-xl!`}
          >
            {t("check.yes")}
          </a>
          <Button variant="secondary" busy={print.isBusy} onClick={print.print}>
            {t("check.again")}
          </Button>
          {canRefund ? (
            <Button variant="secondary" onClick={() => setCancelling(true)}>
              {t("check.cancel")}
            </Button>
          ) : (
            <p className="w-full text-muted text-sm">
              {order.noRefund ? reasons(order.noRefund) : t("refund.notHere")}
            </p>
          )}
        </div>
      )}
    </section>
  );
}
