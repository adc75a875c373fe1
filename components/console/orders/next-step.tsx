import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { focusId } from "@/components/ui/focus-id";
import { Notice } from "@/components/ui/notice";
import { getCorrectFieldId } from "./correct-form";
import type { OpenAction } from "./use-open-action";
import type { ActionProps } from "./use-order-calls";
import { useOrderText } from "./use-order-text";

type NextStepProps = ActionProps & { openAction: OpenAction };

/** Tells the one safe next step, with a button if somebody has to take it. */
export function NextStep({ order, calls, openAction }: NextStepProps) {
  const t = useTranslations("console.orders.nextSteps");
  const { formatDateTime } = useOrderText(order.timeZone);
  const { nextStep, status, expiresAt } = order;
  const isDeclined = order.attempts.at(-1)?.state === "declined";
  if (nextStep === "none") {
    return status === "expired" && isDeclined ? <Notice title={t("expired")} /> : null;
  }
  if (nextStep === "wait") {
    const isOpen = status === "reserved" && isDeclined;
    return <Notice title={isOpen ? t("declined", { time: formatDateTime(expiresAt) }) : t("wait")} />;
  }
  if (nextStep === "ask-refund") return <Notice tone="warning" icon="alert" title={t(nextStep)} />;
  const take = async () => {
    if (nextStep === "check") await calls.run("check");
    else await openAction.open(nextStep);
    if (nextStep === "correct") focusId(getCorrectFieldId("email"));
  };
  return (
    <Notice tone="warning" icon="alert" title={t(nextStep)}>
      <Button busy={nextStep === "check" && calls.busy === "check"} onClick={take} className="justify-self-start">
        {t(`buttons.${nextStep}`)}
      </Button>
    </Notice>
  );
}
