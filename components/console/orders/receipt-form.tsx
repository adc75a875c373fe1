import { useTranslations } from "next-intl";
import type { FormEvent } from "react";
import { useState } from "react";
import { useConfirmedCalls } from "@/components/console/use-confirmed-calls";
import { useRefusalText } from "@/components/console/use-console-text";
import { Button } from "@/components/ui/button";
import { controlClass, controlProps, Field } from "@/components/ui/field";
import { focusId } from "@/components/ui/focus-id";
import { Notice } from "@/components/ui/notice";
import { matchReceipt } from "@/lib/console/orders/client";
import type { ConsoleOrder } from "@/lib/console/orders/rules.order";
import type { OrderOutcome } from "./use-order-calls";

const numberField = "receipt-number";
const resultId = "receipt-result";

/** Compares the validation number that a ticket's holder reads out. The right number is never shown. */
export function ReceiptForm({ order }: { order: ConsoleOrder }) {
  const t = useTranslations("console.orders.receipt");
  const refusalText = useRefusalText();
  const { busy, call } = useConfirmedCalls<"match">();
  const [number, setNumber] = useState("");
  const [error, setError] = useState<string | null>(null);
  const [result, setResult] = useState<OrderOutcome | null>(null);
  const mark = (problem: string) => {
    setError(problem);
    focusId(numberField);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (number.trim() === "") return mark(t("empty"));
    const answer = await call("match", () => matchReceipt(order, number));
    if (!answer) return;
    if (!answer.ok && answer.reason === "invalid-input") return mark(t("malformed"));
    setResult(toResult(answer));
    focusId(resultId);
  };
  const toResult = (answer: Awaited<ReturnType<typeof matchReceipt>>): OrderOutcome => {
    if (answer.ok && answer.body.matches) return { tone: "positive", message: t("matches") };
    if (answer.ok) return { tone: "danger", message: t("differs") };
    if (answer.reason === "too-many-calls") return { tone: "warning", message: t("tooMany") };
    return { tone: "danger", message: refusalText(answer) };
  };
  const hint = t("hint");
  return (
    <form onSubmit={submit} noValidate className="grid grid-cols-1 gap-3 *:max-w-md">
      <Field id={numberField} label={t("number")} hint={hint} error={error}>
        <input
          {...controlProps(numberField, { hint, error })}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          translate="no"
          maxLength={40}
          className={controlClass}
          readOnly={busy !== null}
          value={number}
          onChange={(event) => {
            setNumber(event.target.value);
            setError(null);
            setResult(null);
          }}
        />
      </Field>
      <Button type="submit" variant="secondary" busy={busy !== null} className="justify-self-start">
        {t("button")}
      </Button>
      {result ? <Notice id={resultId} role="status" tone={result.tone} title={result.message} /> : null}
    </form>
  );
}
