"use client";

import { useTranslations } from "next-intl";
import type { FormEvent } from "react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { controlClass, controlProps, Field } from "@/components/ui/field";
import { focusId } from "@/components/ui/focus-id";
import type { ContactDetails } from "@/lib/console/orders/rules.order";
import type { MaskedBuyer } from "@/lib/orders/rules.identity";
import type { OrderCalls } from "./use-order-calls";

const fields = ["name", "email", "phone"] as const;

type CorrectField = (typeof fields)[number];

type Values = Record<CorrectField, string>;

export const getCorrectFieldId = (field: CorrectField) => `correct-${field}`;

type CorrectFormProps = {
  /** Null if the person may not see them. Then the fields are empty, with the masked values as hints. */
  details: ContactDetails | null;
  buyer: MaskedBuyer | null;
  calls: OrderCalls;
};

/** Sends only the fields that were edited. */
export function CorrectForm({ details, buyer, calls }: CorrectFormProps) {
  const t = useTranslations("console.orders.actions");
  const tBuyer = useTranslations("console.orders.buyer");
  const problems = useTranslations("fieldProblems");
  const current = { name: details?.name ?? "", email: details?.email ?? "", phone: details?.phone ?? "" };
  const [values, setValues] = useState<Values>(current);
  const [errors, setErrors] = useState<Partial<Values>>({});
  const getProblemText = (field: CorrectField) =>
    field === "name" ? problems("malformed") : t(`correctWrong.${field}`);
  const markFields = (wrong: readonly CorrectField[], getText: (field: CorrectField) => string) => {
    setErrors(Object.fromEntries(wrong.map((field) => [field, getText(field)])));
    if (wrong[0]) focusId(getCorrectFieldId(wrong[0]));
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const changed = fields.filter((field) => values[field].trim() !== current[field]);
    const emptied = changed.filter((field) => values[field].trim() === "");
    if (emptied.length > 0) return markFields(emptied, () => problems("required"));
    if (changed.length === 0) return markFields(["name"], () => t("correctEmpty"));
    const body = Object.fromEntries(changed.map((field) => [field, values[field]]));
    const { wrongFields } = await calls.run("correct", body, fields);
    markFields(
      fields.filter((field) => wrongFields.includes(field)),
      getProblemText,
    );
  };
  const hints = { name: buyer?.name, email: buyer?.maskedEmail, phone: buyer?.maskedPhone };
  const findHint = (field: CorrectField) => {
    const value = details ? null : hints[field];
    return value ? t("correctNow", { value }) : null;
  };
  return (
    <>
      <p className="text-muted">{t("correctText")}</p>
      <form onSubmit={submit} noValidate className="grid grid-cols-1 items-start gap-3 md:grid-cols-3 lg:grid-cols-1">
        {fields.map((field) => (
          <Field
            key={field}
            id={getCorrectFieldId(field)}
            label={tBuyer(field)}
            hint={findHint(field)}
            error={errors[field]}
          >
            <input
              {...controlProps(getCorrectFieldId(field), { hint: findHint(field), error: errors[field] })}
              type={field === "email" ? "email" : field === "phone" ? "tel" : "text"}
              autoComplete="off"
              translate="no"
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
