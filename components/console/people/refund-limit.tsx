"use client";

import { useTranslations } from "next-intl";
import type { FormEvent } from "react";
import { useState } from "react";
import type { ButtonState, RunAction } from "@/components/console/use-actions";
import { Button } from "@/components/ui/button";
import { controlClass, controlProps, Field } from "@/components/ui/field";
import { focusId } from "@/components/ui/focus-id";
import { readCents, toDollars } from "@/lib/money";
import { changePerson } from "@/lib/people/client";
import type { PersonView } from "@/lib/people/rules";

type RefundLimitFieldProps = { id: string; value: string; error: string | null; onValue: (value: string) => void };

export function RefundLimitField({ id, value, error, onValue }: RefundLimitFieldProps) {
  const t = useTranslations("console.people");
  const hint = t("refundLimitHint");
  return (
    <Field id={id} label={t("refundLimit")} hint={hint} error={error}>
      <input
        {...controlProps(id, { hint, error })}
        inputMode="decimal"
        autoComplete="off"
        className={`${controlClass} max-w-60`}
        value={value}
        onChange={(event) => onValue(event.target.value)}
      />
    </Field>
  );
}

type RefundLimitFormProps = {
  person: PersonView;
  run: RunAction<"limit">;
  getButtonState: (name: "limit") => ButtonState;
};

export function RefundLimitForm({ person: { personId, refundLimit }, run, getButtonState }: RefundLimitFormProps) {
  const t = useTranslations("console.people");
  const [text, setText] = useState(String(refundLimit ?? ""));
  const [error, setError] = useState<string | null>(null);
  const id = `limit-${personId}`;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const cents = readCents(text);
    setError(cents === null ? t("missing.refundLimit") : null);
    if (cents === null) return focusId(id);
    await run(
      "limit",
      () => changePerson(personId, { refundLimit: toDollars(cents) }),
      () => t("saved"),
    );
  };
  return (
    <form onSubmit={submit} noValidate className="grid grid-cols-1 justify-items-start gap-3">
      <RefundLimitField id={id} value={text} error={error} onValue={setText} />
      <Button type="submit" variant="secondary" {...getButtonState("limit")}>
        {t("saveRefundLimit")}
      </Button>
    </form>
  );
}
