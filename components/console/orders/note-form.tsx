"use client";

import { useTranslations } from "next-intl";
import type { FormEvent } from "react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { controlClass, controlProps, Field } from "@/components/ui/field";
import { focusId } from "@/components/ui/focus-id";
import { maxNoteLength } from "@/lib/console/orders/rules";
import type { OrderCalls } from "./use-order-calls";

const noteField = "order-note";

/** Keeps the text until it is saved, so that a failed call loses nothing. */
export function NoteForm({ calls }: { calls: OrderCalls }) {
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
          maxLength={maxNoteLength}
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
