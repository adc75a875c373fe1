"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmRow, ConfirmStep } from "@/components/ui/confirm-step";
import { controlClass, controlProps, Field } from "@/components/ui/field";
import { focusId } from "@/components/ui/focus-id";
import { maxTransactionIdLength, transactionIdPattern } from "@/lib/orders/rules.payment";
import type { ActionProps } from "./use-order-calls";
import { useOrderText } from "./use-order-text";

const transactionField = "settle-transaction";

/** Explains each of the two outcomes in full before it is saved. */
export function SettleSteps({ order, calls }: ActionProps) {
  const t = useTranslations("console.orders.actions.settleBy");
  const { dollars } = useOrderText();
  const amount = dollars(order.amount);
  const buyer = order.buyer?.name;
  const busy = calls.busy === "settle";
  return (
    <>
      <p className="text-muted">{t("text")}</p>
      <ConfirmRow>
        <PaidStep {...{ order, calls }} />
        <ConfirmStep
          label={t("unpaid.label")}
          variant="secondary"
          question={buyer ? t("unpaid.question", { amount, name: buyer }) : t("unpaid.questionNobody", { amount })}
          explanation={t("unpaid.text")}
          yes={t("unpaid.yes")}
          no={t("no")}
          busy={busy}
          onYes={() => calls.run("settle", { paid: false })}
        />
      </ConfirmRow>
    </>
  );
}

function PaidStep({ order, calls }: ActionProps) {
  const t = useTranslations("console.orders.actions.settleBy");
  const { dollars } = useOrderText();
  const [transactionId, setTransactionId] = useState("");
  const [isWrong, setWrong] = useState(false);
  const amount = dollars(order.amount);
  const buyer = order.buyer?.name;
  const email = order.buyer?.maskedEmail;
  const error = isWrong ? t("paid.wrong") : null;
  const save = async () => {
    const isValid = transactionIdPattern.test(transactionId.trim());
    setWrong(!isValid);
    if (!isValid) return focusId(transactionField);
    await calls.run("settle", { paid: true, transactionId: transactionId.trim() });
  };
  return (
    <ConfirmStep
      label={t("paid.label")}
      variant="secondary"
      question={buyer ? t("paid.question", { amount, name: buyer }) : t("paid.questionNobody", { amount })}
      explanation={email ? t("paid.text", { email }) : t("paid.textNobody")}
      yes={t("paid.yes")}
      no={t("no")}
      busy={calls.busy === "settle"}
      onYes={save}
    >
      <Field id={transactionField} label={t("paid.transaction")} error={error}>
        <input
          {...controlProps(transactionField, { error })}
          inputMode="numeric"
          autoComplete="off"
          maxLength={maxTransactionIdLength}
          className={controlClass}
          value={transactionId}
          onChange={(event) => setTransactionId(event.target.value)}
        />
      </Field>
    </ConfirmStep>
  );
}
