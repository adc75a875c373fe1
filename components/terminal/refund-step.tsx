"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";

import { formatTicketNumber } from "@/lib/orders/rules.pool-numbers";
import { refundTerminalOrder } from "@/lib/terminal/client";
import type { TerminalOrder } from "@/lib/terminal/rules.orders";
import { ConfirmStep } from "./confirm-step";
import type { RefundableLine } from "./refund-choice";
import { refundAmount, refundableLines } from "./refund-choice";
import { useConnection } from "./use-connection";
import type { OrderActions } from "./use-order-action";
import { useFacts } from "./use-terminal-words";

type RefundStepProps = {
  order: TerminalOrder;
  /** Titles of the draw's pools by id. */
  poolTitle: (poolId: string) => string;
  timeZone: string;
  isCash: boolean;
  actions: OrderActions;
};

type LineChoiceProps = Pick<RefundStepProps, "poolTitle" | "timeZone"> & {
  line: RefundableLine;
  isChosen: boolean;
  onChange: (isChosen: boolean) => void;
};

function LineChoice({ line, poolTitle, timeZone, isChosen, onChange }: LineChoiceProps) {
  const t = useTranslations("order");
  const { money } = useFacts(timeZone);
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
        {t("tickets", { count: line.tickets })} · {poolTitle(line.poolId)}
        <span className="tabular block text-muted text-sm">
          {line.first === line.last ? first : t("rangeAloud", { first, last })}
        </span>
      </span>
      <span className="tabular">{money(line.amount)}</span>
    </label>
  );
}

/** Gives the money of an order back, whole or by line, once the operator has confirmed the amount. */
export function RefundStep({ order, poolTitle, timeZone, isCash, actions }: RefundStepProps) {
  const t = useTranslations("terminalOrders");
  const { isReachable } = useConnection();
  const { money } = useFacts(timeZone);
  const [kept, setKept] = useState<ReadonlySet<number>>(new Set());
  const lines = refundableLines(order);
  const chosen = new Set(lines.map(({ line }) => line).filter((line) => !kept.has(line)));
  const amount = money(refundAmount(lines, chosen));
  const isWhole = chosen.size === lines.length;
  const isNothing = chosen.size === 0;

  function keep(line: number, isKept: boolean): void {
    const next = new Set(kept);
    if (isKept) next.add(line);
    else next.delete(line);
    setKept(next);
  }

  return (
    <ConfirmStep
      label={t("actions.refund")}
      variant="secondary"
      question={isNothing ? t("confirm.refund.nothing") : t("confirm.refund.question", { amount })}
      explanation={isNothing ? null : t(isCash ? "confirm.refund.cash" : "confirm.refund.card", { amount })}
      yes={t("confirm.refund.yes", { amount })}
      no={t("confirm.refund.no")}
      busy={actions.busy?.action === "refund"}
      isDisabled={!isReachable || isNothing}
      onYes={() =>
        actions.run("refund", order.orderId, () => refundTerminalOrder(order, isWhole ? undefined : [...chosen]))
      }
    >
      {lines.length > 1 ? (
        <div className="divide-y divide-line border-line border-y">
          {lines.map((line) => (
            <LineChoice
              key={line.line}
              line={line}
              poolTitle={poolTitle}
              timeZone={timeZone}
              isChosen={chosen.has(line.line)}
              onChange={(isChosen) => keep(line.line, !isChosen)}
            />
          ))}
        </div>
      ) : null}
    </ConfirmStep>
  );
}
