"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmStep } from "@/components/ui/confirm-step";
import { controlClass, controlProps, Field } from "@/components/ui/field";
import { focusId } from "@/components/ui/focus-id";
import { useFormatters } from "@/components/ui/use-formatters";
import type { ConsoleAction, ConsoleOrder } from "@/lib/console/orders/rules.order";
import { formatTicketNumber } from "@/lib/orders/rules.pools";
import { requestReasons, sumLineAmounts } from "@/lib/orders/rules.refunds";
import type { ActionProps } from "./use-order-calls";
import { useOrderText } from "./use-order-text";
import { usePoolTitle } from "./use-pool-title";

const ids = { lines: "refund-lines", reason: "refund-reason" };

/** Refunds chosen lines. Money that never got numbers can only be refunded as a whole. */
export function RefundStep({ order, calls }: ActionProps) {
  const t = useTranslations("console.orders.actions.refund");
  const { dollars } = useOrderText();
  const { refundable, unreturned, buyer, method, device } = order;
  const [lines, setLines] = useState<readonly number[]>(getFirstChoice(refundable));
  const [reason, setReason] = useState("");
  const [isMissing, setMissing] = useState(false);
  const isStranded = unreturned !== null;
  const chosenLines = refundable.filter(({ line }) => lines.includes(line));
  const isEmpty = !isStranded && chosenLines.length === 0;
  const sum = isStranded ? unreturned : sumLineAmounts(chosenLines);
  const amount = dollars(sum);
  const refund = async () => {
    setMissing(reason === "");
    if (isEmpty) return focusId(ids.lines);
    if (reason === "") return focusId(ids.reason);
    const chosen = isStranded ? {} : { lines: chosenLines.map(({ line }) => line) };
    await calls.run("refund", { ...chosen, reason });
  };
  const textKey = isStranded ? "stranded" : method === "cash" ? "cash" : "card";
  return (
    <ConfirmStep
      id={"refund" satisfies ConsoleAction}
      label={t("label")}
      variant="secondary"
      question={
        isEmpty ? t("noLines") : buyer ? t("question", { amount, name: buyer.name }) : t("questionNobody", { amount })
      }
      explanation={isEmpty ? undefined : t(`text.${textKey}`, { amount, device: device ?? "" })}
      yes={isEmpty ? t("label") : t("yes", { amount })}
      no={t("no")}
      busy={calls.busy === "refund"}
      onYes={refund}
    >
      <Allowance order={order} amount={sum} />
      {refundable.length > 1 ? <RefundLines order={order} lines={lines} onChange={setLines} /> : null}
      <RefundReason reason={reason} onReason={setReason} isMissing={isMissing && reason === ""} />
    </ConfirmStep>
  );
}

/** With several lines, somebody chooses what to refund. */
function getFirstChoice(refundable: ConsoleOrder["refundable"]): number[] {
  return refundable.length > 1 ? [] : refundable.map(({ line }) => line);
}

/** Tells what the person's daily limit still allows. `amount` is in dollars. */
function Allowance({ order: { refundAllowance }, amount }: { order: ConsoleOrder; amount: number }) {
  const t = useTranslations("console.orders.actions.refund");
  const { shortDollars } = useFormatters();
  if (refundAllowance === null) return null;
  const isOver = amount > refundAllowance;
  return (
    <p className={isOver ? "font-semibold text-danger" : "text-muted"}>
      {t(isOver ? "overAllowance" : "allowance", { allowance: shortDollars(refundAllowance) })}
    </p>
  );
}

type RefundLinesProps = {
  order: ConsoleOrder;
  lines: readonly number[];
  onChange: (lines: readonly number[]) => void;
};

function RefundLines({ order, lines, onChange }: RefundLinesProps) {
  const t = useTranslations("console.orders");
  const poolTitle = usePoolTitle(order);
  const { dollars } = useOrderText();
  const isChosen = (line: number) => lines.includes(line);
  const toggle = (line: number) => onChange(isChosen(line) ? lines.filter((each) => each !== line) : [...lines, line]);
  return (
    <fieldset id={ids.lines} tabIndex={-1} className="grid grid-cols-1">
      <legend className="font-semibold">{t("actions.refund.lines")}</legend>
      {order.refundable.map(({ line, poolId, tickets, first, last, amount }) => (
        <label key={line} className="flex min-h-11 items-center gap-3 py-1">
          <input type="checkbox" className="size-5 shrink-0" checked={isChosen(line)} onChange={() => toggle(line)} />
          <span>
            {t("actions.refund.line", {
              count: tickets,
              first: formatTicketNumber(first),
              last: formatTicketNumber(last),
              draw: poolTitle(poolId).title,
            })}
          </span>
          <span className="tabular ml-auto font-semibold">{dollars(amount)}</span>
        </label>
      ))}
      <Button
        variant="quiet"
        className="-mx-5 justify-self-start"
        onClick={() => onChange(order.refundable.map(({ line }) => line))}
      >
        {t("actions.refund.all")}
      </Button>
    </fieldset>
  );
}

type RefundReasonProps = { reason: string; onReason: (reason: string) => void; isMissing: boolean };

function RefundReason({ reason, onReason, isMissing }: RefundReasonProps) {
  const t = useTranslations("console.orders.actions.refund");
  const error = isMissing ? t("noReason") : null;
  const hint = t("reasonHint");
  return (
    <Field id={ids.reason} label={t("reason")} hint={hint} error={error}>
      <select
        {...controlProps(ids.reason, { hint, error })}
        className={controlClass}
        value={reason}
        onChange={(event) => onReason(event.target.value)}
      >
        <option value="">{t("choose")}</option>
        {requestReasons.map((option) => (
          <option key={option} value={option}>
            {t(`reasons.${option}`)}
          </option>
        ))}
      </select>
    </Field>
  );
}
