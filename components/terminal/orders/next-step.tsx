"use client";

import { useLocale, useTranslations } from "next-intl";
import { useConnection } from "@/components/terminal/shell/use-connection";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { ConfirmStep } from "@/components/ui/confirm-step";
import { useFormatters } from "@/components/ui/use-formatters";
import { localizedPath } from "@/lib/platform/i18n/routing";
import { cancelTerminalOrder, checkTerminalOrder, takeCash } from "@/lib/terminal/orders/client";
import type { NextStep as Step } from "@/lib/terminal/orders/rules";
import type { OrderActions } from "./use-order-action";

export type StepOrder = {
  instanceId: string;
  orderId: string;
  orderCode: string;
  amount: number;
  nextStep: Step;
};

type NextStepProps = { order: StepOrder; actions: OrderActions };

function ResumeSaleLink({ order }: { order: StepOrder }) {
  const t = useTranslations("terminalOrders.steps");
  const locale = useLocale();
  return (
    <a
      href={`${localizedPath(locale, `/terminal/${order.instanceId}`)}#order=${order.orderId}`}
      className={buttonClass("primary")}
    >
      {t("resume.button")}
    </a>
  );
}

export function CashStep({ order, actions, isQuiet = false }: NextStepProps & { isQuiet?: boolean }) {
  const t = useTranslations("terminalOrders");
  const { isReachable } = useConnection();
  const amount = useFormatters().dollars(order.amount);
  return (
    <ConfirmStep
      label={t("steps.take-cash.button", { amount })}
      variant={isQuiet ? "secondary" : "primary"}
      question={t("confirm.cash.question", { amount })}
      explanation={t("confirm.cash.text")}
      yes={t("confirm.cash.yes", { amount })}
      no={t("confirm.cash.no")}
      busy={actions.busy?.orderId === order.orderId && actions.busy.action === "cash"}
      isDisabled={!isReachable}
      onYes={() => actions.run("cash", order.orderId, () => takeCash(order))}
    />
  );
}

export function CancelStep({ order, actions, isQuiet = false }: NextStepProps & { isQuiet?: boolean }) {
  const t = useTranslations("terminalOrders");
  const { isReachable } = useConnection();
  return (
    <ConfirmStep
      label={t("steps.cancel.button")}
      variant={isQuiet ? "secondary" : "primary"}
      question={t("confirm.cancel.question", { code: order.orderCode })}
      explanation={t("confirm.cancel.text")}
      yes={t("confirm.cancel.yes")}
      no={t("confirm.cancel.no")}
      busy={actions.busy?.orderId === order.orderId && actions.busy.action === "cancel"}
      isDisabled={!isReachable}
      onYes={() => actions.run("cancel", order.orderId, () => cancelTerminalOrder(order))}
    />
  );
}

export function BankStep({ order, actions }: NextStepProps) {
  const t = useTranslations("terminalOrders.steps");
  const { isReachable } = useConnection();
  const isBusy = actions.busy?.orderId === order.orderId && actions.busy.action === "check";
  return (
    <Button
      busy={isBusy}
      disabled={!isReachable}
      onClick={() => actions.run("check", order.orderId, () => checkTerminalOrder(order))}
    >
      {t(isBusy ? "ask-bank.busy" : "ask-bank.button")}
    </Button>
  );
}

function CompleteDevice() {
  const t = useTranslations("terminalOrders.steps");
  return (
    <a href={localizedPath(useLocale(), "/terminal/register")} className={buttonClass("primary")}>
      {t("complete-device.button")}
    </a>
  );
}

/** Shows nothing for a state that ends by itself. */
export function NextStep(props: NextStepProps) {
  switch (props.order.nextStep) {
    case "resume":
      return <ResumeSaleLink order={props.order} />;
    case "take-cash":
      return <CashStep {...props} />;
    case "ask-bank":
      return <BankStep {...props} />;
    case "cancel":
      return <CancelStep {...props} />;
    case "complete-device":
      return <CompleteDevice />;
    default:
      return null;
  }
}
