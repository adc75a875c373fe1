"use client";

import { useTranslations } from "next-intl";
import type { FormEvent, ReactNode } from "react";
import { useState } from "react";
import { useTroubleWords } from "@/components/console/use-console-words";
import { usePasskeyConfirmation } from "@/components/console/use-passkey-confirmation";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { controlClass, controlProps, Field } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import type { OrderCall } from "@/lib/console/orders/client";
import { callOrder } from "@/lib/console/orders/client";
import type { ConsoleAction, ConsoleOrder } from "@/lib/console/orders/rules.order";
import { useOrderWords } from "./use-order-words";

type Act = (call: OrderCall, body?: object) => Promise<boolean>;
type ActionsProps = { order: ConsoleOrder; onDone: () => Promise<void> };

/** What the order's state and the person's rights allow. */
export function OrderActions({ order, onDone }: ActionsProps) {
  const t = useTranslations("console.orders.actions");
  const wordsOf = useTroubleWords();
  const runConfirmed = usePasskeyConfirmation();
  const [outcome, setOutcome] = useState<{ isDone: boolean; words: string } | null>(null);
  const [busy, setBusy] = useState<OrderCall | null>(null);
  const act: Act = async (call, body) => {
    if (busy) return false;
    setBusy(call);
    setOutcome(null);
    const answer = await runConfirmed(() => callOrder(order, call, body));
    setBusy(null);
    setOutcome({ isDone: answer.ok, words: answer.ok ? t(`done.${call}`) : wordsOf(answer) });
    await onDone();
    return answer.ok;
  };
  const has = (action: ConsoleAction) => order.actions.includes(action);
  const simple = (["resend", "check", "hide", "cancel"] as const).filter(has);
  return (
    <Card aria-labelledby="actions" className="grid grid-cols-1 gap-4">
      <h2 id="actions" className="text-xl">
        {t("title")}
      </h2>
      {outcome ? (
        <Notice
          tone={outcome.isDone ? "positive" : "danger"}
          role={outcome.isDone ? "status" : "alert"}
          title={outcome.words}
        />
      ) : null}
      {simple.length > 0 ? (
        <div className="flex flex-wrap gap-3">
          {simple.map((call) => (
            <Button key={call} variant="secondary" busy={busy === call} onClick={() => act(call)}>
              {t(call)}
            </Button>
          ))}
        </div>
      ) : null}
      {has("note") ? <NoteForm act={act} isBusy={busy === "notes"} /> : null}
      {has("correct") ? <CorrectForm act={act} isBusy={busy === "correct"} /> : null}
      {has("refund") ? <RefundForm order={order} act={act} isBusy={busy === "refund"} /> : null}
      {has("settle") ? <SettleForm act={act} isBusy={busy === "settle"} /> : null}
    </Card>
  );
}

type FormProps = { act: Act; isBusy: boolean };

function Fold({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="border-line border-t pt-2">
      <summary className="min-h-11 cursor-pointer content-center font-semibold">{title}</summary>
      <div className="grid grid-cols-1 gap-4 pt-2 pb-3">{children}</div>
    </details>
  );
}

function NoteForm({ act, isBusy }: FormProps) {
  const t = useTranslations("console.orders.actions");
  const [text, setText] = useState("");
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() && (await act("notes", { text }))) setText("");
  };
  return (
    <Fold title={t("note")}>
      <form onSubmit={submit} className="grid grid-cols-1 gap-3">
        <Field id="note" label={t("noteText")} hint={t("noteHint")}>
          <textarea
            {...controlProps("note", { hint: t("noteHint") })}
            rows={3}
            maxLength={1000}
            className={`${controlClass} py-2`}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
        <Button type="submit" variant="secondary" busy={isBusy} className="justify-self-start">
          {t("noteButton")}
        </Button>
      </form>
    </Fold>
  );
}

const fields = ["name", "email", "phone"] as const;

function CorrectForm({ act, isBusy }: FormProps) {
  const t = useTranslations("console.orders.actions");
  const words = useTranslations("console.orders.buyer");
  const [values, setValues] = useState({ name: "", email: "", phone: "" });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const changed = Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ""));
    if (Object.keys(changed).length === 0) return;
    if (await act("correct", changed)) setValues({ name: "", email: "", phone: "" });
  };
  return (
    <Fold title={t("correct")}>
      <p className="text-muted">{t("correctText")}</p>
      <form onSubmit={submit} className="grid grid-cols-1 gap-3 md:grid-cols-3">
        {fields.map((field) => (
          <Field key={field} id={`correct-${field}`} label={words(field)}>
            <input
              {...controlProps(`correct-${field}`, {})}
              type={field === "email" ? "email" : "text"}
              autoComplete="off"
              maxLength={64}
              className={controlClass}
              value={values[field]}
              onChange={(event) => setValues({ ...values, [field]: event.target.value })}
            />
          </Field>
        ))}
        <Button type="submit" variant="secondary" busy={isBusy} className="justify-self-start md:col-span-full">
          {t("correctButton")}
        </Button>
      </form>
    </Fold>
  );
}

function RefundForm({ order, act, isBusy }: FormProps & { order: ConsoleOrder }) {
  const t = useTranslations("console.orders.actions");
  const { dollars } = useOrderWords();
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const { refundable } = order;
  const lines = refundable.filter(({ line }) => chosen.includes(line));
  const cents = lines.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
  const toggle = (line: number) =>
    setChosen(chosen.includes(line) ? chosen.filter((one) => one !== line) : [...chosen, line]);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const isStranded = refundable.length === 0;
    if (!isStranded && lines.length === 0) return;
    if (await act("refund", isStranded ? {} : { lines: lines.map(({ line }) => line) })) setChosen([]);
  };
  return (
    <Fold title={t("refund")}>
      <form onSubmit={submit} className="grid grid-cols-1 gap-3">
        <fieldset className="grid grid-cols-1 gap-1">
          <legend className="text-muted">{t(refundable.length > 0 ? "refundText" : "refundStranded")}</legend>
          {refundable.map(({ line, tickets, first, last, amount }) => (
            <label key={line} className="flex min-h-11 items-center gap-3">
              <input type="checkbox" className="size-5" checked={chosen.includes(line)} onChange={() => toggle(line)} />
              <span>{t("refundLine", { count: tickets, first: String(first), last: String(last) })}</span>
              <span className="tabular ml-auto font-semibold">{dollars(amount)}</span>
            </label>
          ))}
        </fieldset>
        <Button
          type="submit"
          variant="secondary"
          busy={isBusy}
          disabled={refundable.length > 0 && lines.length === 0}
          className="justify-self-start"
        >
          {refundable.length > 0 ? t("refundButton", { amount: dollars(cents / 100) }) : t("refundAgain")}
        </Button>
      </form>
    </Fold>
  );
}

function SettleForm({ act, isBusy }: FormProps) {
  const t = useTranslations("console.orders.actions");
  const [transactionId, setTransactionId] = useState("");
  const isNumber = /^\d{4,20}$/.test(transactionId.trim());
  return (
    <Fold title={t("settle")}>
      <p className="text-muted">{t("settleText")}</p>
      <div className="grid grid-cols-1 items-end gap-3 sm:grid-cols-[minmax(0,16rem)_auto_auto] sm:justify-start">
        <Field id="settle" label={t("transaction")}>
          <input
            {...controlProps("settle", {})}
            inputMode="numeric"
            autoComplete="off"
            maxLength={20}
            className={controlClass}
            value={transactionId}
            onChange={(event) => setTransactionId(event.target.value)}
          />
        </Field>
        <Button
          variant="secondary"
          busy={isBusy}
          disabled={!isNumber}
          onClick={() => act("settle", { paid: true, transactionId: transactionId.trim() })}
        >
          {t("settlePaid")}
        </Button>
        <Button variant="quiet" disabled={isBusy} onClick={() => act("settle", { paid: false })}>
          {t("settleUnpaid")}
        </Button>
      </div>
    </Fold>
  );
}
