"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmStep } from "@/components/ui/confirm-step";
import { controlClass, controlProps, Field } from "@/components/ui/field";
import { focusId } from "@/components/ui/focus-id";
import type { ConsoleOrder } from "@/lib/console/orders/rules.order";
import { formatTicketNumber } from "@/lib/orders/rules.pools";
import { requestReasons, sumLineAmounts } from "@/lib/orders/rules.refunds";
import { usePoolTitle } from "./pool-title";
import type { ActionProps } from "./use-order-calls";
import { useOrderText } from "./use-order-text";

const ids = { lines: "refund-lines", reason: "refund-reason" };

/** Refunds money that never got numbers as a whole, otherwise chosen lines. */
export function RefundStep({ order, calls }: ActionProps) {
  const t = useTranslations("console.orders.actions.refund");
  const { dollars } = useOrderText();
  const { refundable, unreturned, buyer, method, device } = order;
  const [kept, setKept] = useState<readonly number[]>([]);
  const [reason, setReason] = useState("");
  const [isMissing, setMissing] = useState(false);
  const isStranded = unreturned !== null;
  const chosen = refundable.filter(({ line }) => !kept.includes(line));
  const isNothing = !isStranded && chosen.length === 0;
  const amount = dollars(isStranded ? unreturned : sumLineAmounts(chosen));
  const refund = async () => {
    setMissing(reason === "");
    if (isNothing) return focusId(ids.lines);
    if (reason === "") return focusId(ids.reason);
    const lines = isStranded ? {} : { lines: chosen.map(({ line }) => line) };
    await calls.run("refund", { ...lines, reason });
  };
  const way = isStranded ? "stranded" : method === "cash" ? "cash" : "card";
  return (
    <ConfirmStep
      label={t("label")}
      variant={order.nextStep === "refund" ? "primary" : "secondary"}
      question={
        isNothing ? t("noLines") : buyer ? t("question", { amount, name: buyer.name }) : t("questionNobody", { amount })
      }
      explanation={t(`text.${way}`, { amount, device: device ?? "" })}
      yes={isNothing ? t("label") : t("yes", { amount })}
      no={t("no")}
      busy={calls.busy === "refund"}
      onYes={refund}
    >
      {refundable.length > 1 ? <RefundLines order={order} kept={kept} onKept={setKept} /> : null}
      <RefundReason reason={reason} onReason={setReason} isMissing={isMissing && reason === ""} />
    </ConfirmStep>
  );
}

type RefundLinesProps = {
  order: ConsoleOrder;
  kept: readonly number[];
  onKept: (kept: readonly number[]) => void;
};

function RefundLines({ order, kept, onKept }: RefundLinesProps) {
  const t = useTranslations("console.orders");
  const poolTitle = usePoolTitle(order);
  const { dollars } = useOrderText();
  const toggle = (line: number) => onKept(kept.includes(line) ? kept.filter((one) => one !== line) : [...kept, line]);
  return (
    <fieldset id={ids.lines} tabIndex={-1} className="grid grid-cols-1">
      <legend className="font-semibold">{t("actions.refund.lines")}</legend>
      {order.refundable.map(({ line, poolId, tickets, first, last, amount }) => (
        <label key={line} className="flex min-h-11 items-center gap-3 py-1">
          <input
            type="checkbox"
            className="size-5 shrink-0"
            checked={!kept.includes(line)}
            onChange={() => toggle(line)}
          />
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
        {requestReasons.map((one) => (
          <option key={one} value={one}>
            {t(`reasons.${one}`)}
          </option>
        ))}
      </select>
    </Field>
  );
}
