"use client";

import { useTranslations } from "next-intl";
import type { FormEvent } from "react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { controlClass, controlProps, Field } from "@/components/ui/field";
import { focusId } from "@/components/ui/focus-id";
import type { OrderCalls } from "./use-order-calls";

type FormProps = { calls: OrderCalls };

const noteField = "order-note";

/** What was typed stays until it is saved. */
export function NoteForm({ calls }: FormProps) {
  const t = useTranslations("console.orders.actions");
  const [text, setText] = useState("");
  const [isEmpty, setEmpty] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setEmpty(text.trim() === "");
    if (text.trim() === "") return focusId(noteField);
    const { isDone } = await calls.run("notes", { text });
    if (isDone) setText("");
  };
  const hint = t("noteHint");
  const error = isEmpty ? t("noteEmpty") : null;
  return (
    <form onSubmit={submit} className="grid grid-cols-1 gap-3">
      <Field id={noteField} label={t("noteText")} hint={hint} error={error}>
        <textarea
          {...controlProps(noteField, { hint, error })}
          rows={3}
          maxLength={1000}
          className={`${controlClass} py-2`}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setEmpty(false);
          }}
        />
      </Field>
      <Button type="submit" variant="secondary" busy={calls.busy === "notes"} className="justify-self-start">
        {t("noteButton")}
      </Button>
    </form>
  );
}

const fields = ["name", "email", "phone"] as const;

type Correction = Record<(typeof fields)[number], string>;

const nothing: Correction = { name: "", email: "", phone: "" };

const idOf = (field: (typeof fields)[number]) => `correct-${field}`;

export function CorrectForm({ calls }: FormProps) {
  const t = useTranslations("console.orders.actions");
  const tBuyer = useTranslations("console.orders.buyer");
  const problems = useTranslations("fieldProblems");
  const [values, setValues] = useState(nothing);
  const [errors, setErrors] = useState<Partial<Correction>>({});
  const problemOf = (field: (typeof fields)[number]) =>
    field === "name" ? problems("malformed") : t(`correctWrong.${field}`);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const changed = Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ""));
    const isEmpty = Object.keys(changed).length === 0;
    setErrors(isEmpty ? { name: t("correctEmpty") } : {});
    if (isEmpty) return focusId(idOf("name"));
    const { isDone, wrongFields } = await calls.run("correct", changed, fields);
    if (isDone) setValues(nothing);
    const wrong = fields.filter((field) => wrongFields.includes(field));
    setErrors(Object.fromEntries(wrong.map((field) => [field, problemOf(field)])));
    if (wrong[0]) focusId(idOf(wrong[0]));
  };
  return (
    <>
      <p className="text-muted">{t("correctText")}</p>
      <form onSubmit={submit} noValidate className="grid grid-cols-1 items-start gap-3 md:grid-cols-3">
        {fields.map((field) => (
          <Field key={field} id={idOf(field)} label={tBuyer(field)} error={errors[field]}>
            <input
              {...controlProps(idOf(field), { error: errors[field] })}
              type={field === "email" ? "email" : field === "phone" ? "tel" : "text"}
              autoComplete="off"
              maxLength={64}
              className={controlClass}
              value={values[field]}
              onChange={(event) => {
                setValues({ ...values, [field]: event.target.value });
                setErrors({});
              }}
            />
          </Field>
        ))}
        <Button
          type="submit"
          variant="secondary"
          busy={calls.busy === "correct"}
          className="justify-self-start md:col-span-full"
        >
          {t("correctButton")}
        </Button>
      </form>
    </>
  );
}
