"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmStep } from "@/components/terminal/shell/confirm-step";
import { useConnection } from "@/components/terminal/shell/use-connection";
import { useDollars } from "@/components/terminal/shell/use-terminal-words";
import { formatTicketNumber } from "@/lib/orders/rules.pool-numbers";
import { refundTerminalOrder } from "@/lib/terminal/client.orders";
import type { TerminalOrder } from "@/lib/terminal/rules.orders";
import type { RefundableView } from "@/lib/terminal/rules.refundable";
import { refundAmount } from "@/lib/terminal/rules.refundable";
import type { OrderActions } from "./use-order-action";

type RefundStepProps = {
  order: TerminalOrder;
  /** Titles of the draw's pools by id. */
  poolTitle: (poolId: string) => string;
  actions: OrderActions;
};

type LineChoiceProps = Pick<RefundStepProps, "poolTitle"> & {
  line: RefundableView;
  isChosen: boolean;
  onChange: (isChosen: boolean) => void;
};

function LineChoice({ line, poolTitle, isChosen, onChange }: LineChoiceProps) {
  const t = useTranslations("order");
  const dollars = useDollars();
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
        <span>{`${t("tickets", { count: line.tickets })} · ${poolTitle(line.poolId)}`}</span>
        <span className="tabular block text-muted text-sm">
          {line.first === line.last ? first : t("rangeAloud", { first, last })}
        </span>
      </span>
      <span className="tabular">{dollars(line.amount)}</span>
    </label>
  );
}

/** Gives the money of an order back, whole or by line, once the operator has confirmed the amount. */
export function RefundStep({ order, poolTitle, actions }: RefundStepProps) {
  const t = useTranslations("terminalOrders");
  const { isReachable } = useConnection();
  const dollars = useDollars();
  const [kept, setKept] = useState<ReadonlySet<number>>(new Set());
  const lines = order.refundable;
  const chosen = lines.filter(({ line }) => !kept.has(line));
  const amount = dollars(refundAmount(chosen));
  const isNothing = chosen.length === 0;
  const way = order.method === "cash" ? "cash" : "card";

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
      explanation={isNothing ? null : t(`confirm.refund.${way}`, { amount })}
      yes={t("confirm.refund.yes", { amount })}
      no={t("confirm.refund.no")}
      busy={actions.busy?.action === "refund"}
      isDisabled={!isReachable || isNothing}
      onYes={() =>
        actions.run("refund", order.orderId, () =>
          refundTerminalOrder(
            order,
            chosen.map(({ line }) => line),
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
              poolTitle={poolTitle}
              isChosen={chosen.includes(line)}
              onChange={(isChosen) => keep(line.line, !isChosen)}
            />
          ))}
        </div>
      ) : null}
    </ConfirmStep>
  );
}
