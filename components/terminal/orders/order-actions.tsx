"use client";

import { useLocale, useTranslations } from "next-intl";
import { waitsForBuyer } from "@/components/terminal/shell/order-words";
import { useConnection } from "@/components/terminal/shell/use-connection";
import { useRefusalWords } from "@/components/terminal/shell/use-terminal-words";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { localizedPath } from "@/lib/platform/i18n/routing";
import { resendTerminalReceipt } from "@/lib/terminal/client.orders";
import type { TerminalOrder } from "@/lib/terminal/rules.orders";
import { BankStep, CancelStep, CashStep, NextStep } from "./next-step";
import { RefundStep } from "./refund-step";
import type { OrderActions as Actions } from "./use-order-action";

/** The way to the receipt, which counts and marks what is printed again, and how often that was done. */
function ReceiptLink({ order }: { order: TerminalOrder }) {
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

type OrderActionsProps = {
  order: TerminalOrder;
  poolTitle: (poolId: string) => string;
  actions: Actions;
};

function ResendStep({ order, actions }: Pick<OrderActionsProps, "order" | "actions">) {
  const t = useTranslations("terminalOrders.actions");
  const { isReachable } = useConnection();
  const isBusy = actions.busy?.action === "resend";
  return (
    <div className="grid gap-1">
      <Button
        variant="secondary"
        busy={isBusy}
        disabled={!isReachable}
        onClick={() => actions.run("resend", order.orderId, () => resendTerminalReceipt(order))}
      >
        {t("resend")}
      </Button>
      <p className="text-muted text-sm">{t("resendTo", { email: order.buyer?.maskedEmail ?? "" })}</p>
    </div>
  );
}

/** Why money of a sold order can't go back here, and who can give it back. */
function NoRefund({ reason }: { reason: NonNullable<TerminalOrder["noRefund"]> }) {
  const refusalWords = useRefusalWords();
  return <p className="text-muted">{refusalWords(reason)}</p>;
}

const actionsOfSteps = { "take-cash": "cash", "ask-bank": "check", cancel: "cancel" } as const;

/** True when the next step is one that this device may take: what opens another page asks by itself. */
function mayStep({ nextStep, actions }: TerminalOrder): boolean {
  if (nextStep === "none" || nextStep === "wait") return false;
  return nextStep === "resume" || nextStep === "complete-device" || actions.includes(actionsOfSteps[nextStep]);
}

/** What this device may do with an order now: the one next step first, then what else the server allows. */
export function OrderActions(props: OrderActionsProps) {
  const { order, actions } = props;
  const t = useTranslations("terminalOrders.actions");
  const { nextStep } = order;
  const may = (action: TerminalOrder["actions"][number]) => order.actions.includes(action);
  // Waiting is a step as well: what else may be done stays quiet beside it.
  const isStep = mayStep(order) || waitsForBuyer(order);
  const refused = may("refund") ? null : order.noRefund;
  if (order.actions.length === 0 && !isStep && !refused) return <p className="text-muted">{t("none")}</p>;
  return (
    <>
      <div className="empty:hidden grid items-start gap-3 sm:grid-cols-2 [&>:first-child:nth-last-child(odd)]:col-span-full [&>fieldset]:col-span-full">
        {isStep ? <NextStep order={order} actions={actions} /> : null}
        {may("cash") && nextStep !== "take-cash" ? <CashStep order={order} actions={actions} isQuiet={isStep} /> : null}
        {may("check") && nextStep !== "ask-bank" ? <BankStep order={order} actions={actions} /> : null}
        {may("reprint") ? <ReceiptLink order={order} /> : null}
        {may("resend") ? <ResendStep order={order} actions={actions} /> : null}
        {may("cancel") && nextStep !== "cancel" ? <CancelStep order={order} actions={actions} isQuiet /> : null}
        {may("refund") ? <RefundStep {...props} /> : null}
      </div>
      {refused ? <NoRefund reason={refused} /> : null}
    </>
  );
}
