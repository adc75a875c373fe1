"use client";

import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { isWaitingForBuyer } from "@/components/terminal/shell/terminal-order-state";
import { useConnection } from "@/components/terminal/shell/use-connection";
import { useReasonText } from "@/components/terminal/shell/use-terminal-text";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { ConfirmStep } from "@/components/ui/confirm-step";
import { useFormatters } from "@/components/ui/use-formatters";
import { formatTicketNumber } from "@/lib/orders/rules.pools";
import { sumLineAmounts } from "@/lib/orders/rules.refunds";
import { localizedPath } from "@/lib/platform/i18n/routing";
import type { RefundableLine } from "@/lib/refunds/rules";
import { refundTerminalOrder, resendTerminalReceipt } from "@/lib/terminal/orders/client";
import type { TerminalOrder } from "@/lib/terminal/orders/rules";
import { BankStep, CancelStep, CashStep, NextStep } from "./next-step";
import type { OrderActions as Actions } from "./use-order-action";

type OrderActionsProps = {
  order: TerminalOrder;
  getPoolTitle: (poolId: string) => string;
  actions: Actions;
};

export function OrderActions(props: OrderActionsProps) {
  const { order, actions } = props;
  const t = useTranslations("terminalOrders.actions");
  const { nextStep } = order;
  const isAllowed = (action: TerminalOrder["actions"][number]) => order.actions.includes(action);
  const isStep = isStepAllowed(order) || isWaitingForBuyer(order);
  const refundRefusal = isAllowed("refund") ? null : order.noRefund;
  if (order.actions.length === 0 && !isStep && !refundRefusal) return <p className="text-muted">{t("none")}</p>;
  return (
    <>
      <div className="empty:hidden grid items-start gap-3 sm:grid-cols-2 [&>:first-child:nth-last-child(odd)]:col-span-full [&>fieldset]:col-span-full">
        {isStep ? <NextStep order={order} actions={actions} /> : null}
        {isAllowed("cash") && nextStep !== "take-cash" ? (
          <CashStep order={order} actions={actions} isQuiet={isStep} />
        ) : null}
        {isAllowed("check") && nextStep !== "ask-bank" ? <BankStep order={order} actions={actions} /> : null}
        {isAllowed("reprint") ? <ReceiptLink order={order} /> : null}
        {isAllowed("resend") ? <ResendStep order={order} actions={actions} /> : null}
        {isAllowed("cancel") && nextStep !== "cancel" ? <CancelStep order={order} actions={actions} isQuiet /> : null}
        {isAllowed("refund") ? <RefundStep {...props} /> : null}
      </div>
      {refundRefusal ? <NoRefund reason={refundRefusal} /> : null}
    </>
  );
}

const stepActions = { "take-cash": "cash", "ask-bank": "check", cancel: "cancel" } as const;

function isStepAllowed({ nextStep, actions }: TerminalOrder): boolean {
  if (nextStep === "none" || nextStep === "wait") return false;
  return nextStep === "resume" || nextStep === "complete-device" || actions.includes(stepActions[nextStep]);
}

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

type RefundStepProps = {
  order: TerminalOrder;
  getPoolTitle: (poolId: string) => string;
  actions: Actions;
};

function RefundStep({ order, getPoolTitle, actions }: RefundStepProps) {
  const t = useTranslations("terminalOrders");
  const { isReachable } = useConnection();
  const { dollars } = useFormatters();
  const [keptLines, setKeptLines] = useState<ReadonlySet<number>>(new Set());
  const lines = order.refundable;
  const refundLines = lines.filter(({ line }) => !keptLines.has(line));
  const amount = dollars(sumLineAmounts(refundLines));
  const isEmpty = refundLines.length === 0;
  const methodKey = order.method === "cash" ? "cash" : "card";

  function keep(line: number, isKept: boolean): void {
    const next = new Set(keptLines);
    if (isKept) next.add(line);
    else next.delete(line);
    setKeptLines(next);
  }

  return (
    <ConfirmStep
      label={t("actions.refund")}
      variant="secondary"
      question={isEmpty ? t("confirm.refund.nothing") : t("confirm.refund.question", { amount })}
      explanation={isEmpty ? null : t(`confirm.refund.${methodKey}`, { amount })}
      yes={t("confirm.refund.yes", { amount })}
      no={t("confirm.refund.no")}
      busy={actions.busy?.action === "refund"}
      isDisabled={!isReachable || isEmpty}
      onYes={() =>
        actions.run("refund", order.orderId, () =>
          refundTerminalOrder(
            order,
            refundLines.map(({ line }) => line),
          ),
        )
      }
    >
      {lines.length > 1 ? (
        <div className="divide-y divide-line border-line border-y">
          {lines.map((line) => (
            <LineChoice
              key={line.line}
              line={line}
              getPoolTitle={getPoolTitle}
              isChosen={refundLines.includes(line)}
              onChange={(isChosen) => keep(line.line, !isChosen)}
            />
          ))}
        </div>
      ) : null}
    </ConfirmStep>
  );
}

type LineChoiceProps = Pick<RefundStepProps, "getPoolTitle"> & {
  line: RefundableLine;
  isChosen: boolean;
  onChange: (isChosen: boolean) => void;
};

function LineChoice({ line, getPoolTitle, isChosen, onChange }: LineChoiceProps) {
  const t = useTranslations("order");
  const { dollars } = useFormatters();
  const [first, last] = [formatTicketNumber(line.first), formatTicketNumber(line.last)];
  return (
    <label className="flex min-h-12 cursor-pointer items-center gap-3 py-1.5">
      <input
        type="checkbox"
        checked={isChosen}
        onChange={(event) => onChange(event.target.checked)}
        className="size-6 shrink-0 accent-brand"
      />
      <span className="min-w-0 flex-1 leading-tight">
        <span>{`${t("tickets", { count: line.tickets })} · ${getPoolTitle(line.poolId)}`}</span>
        <span className="tabular block text-muted text-sm">
          {line.first === line.last ? first : t("rangeAloud", { first, last })}
        </span>
      </span>
      <span className="tabular">{dollars(line.amount)}</span>
    </label>
  );
}

function NoRefund({ reason }: { reason: NonNullable<TerminalOrder["noRefund"]> }) {
  const refusalText = useReasonText();
  return <p className="text-muted">{refusalText(reason)}</p>;
}
