"use client";

import { useTranslations } from "next-intl";
import type { FormEvent } from "react";
import { useState } from "react";

import { Button } from "@/components/ui/button";
import { controlClass, controlProps, Field } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import type { DeviceDetails } from "@/lib/terminal/rules";
import { printerChoices } from "@/lib/terminal/rules.registration";
import type { RegistrationResult, SaidDetails } from "./use-registration";

type RegistrationFormProps = {
  /** What is known already; null of a device that is not registered. */
  details: DeviceDetails | null;
  /** True where the link brought no code and one must be typed. */
  asksCode: boolean;
  isBusy: boolean;
  onSubmit: (said: SaidDetails, typedCode: string | null) => Promise<RegistrationResult>;
};

type TextFieldProps = {
  name: "name" | "operator" | "code";
  hint: string;
  defaultValue?: string;
  error?: string | null;
};

function TextField({ name, hint, defaultValue = "", error = null }: TextFieldProps) {
  const t = useTranslations("registration");
  const id = `registration-${name}`;
  return (
    <Field id={id} label={t(name)} hint={hint} error={error}>
      <input
        {...controlProps(id, { hint, error })}
        name={name}
        defaultValue={defaultValue}
        autoComplete="off"
        maxLength={name === "code" ? 64 : 80}
        required={name === "code"}
        className={controlClass}
      />
    </Field>
  );
}

function PrinterField({ printer }: { printer: string }) {
  const t = useTranslations("registration");
  const isKnown = printer === "" || printerChoices.some((choice) => choice === printer);
  return (
    <Field id="registration-printer" label={t("printer")}>
      <select
        {...controlProps("registration-printer", {})}
        name="printer"
        defaultValue={printer}
        className={controlClass}
      >
        <option value="">{t("choosePrinter")}</option>
        {printerChoices.map((choice) => (
          <option key={choice} value={choice}>
            {t(`printers.${choice}`)}
          </option>
        ))}
        {isKnown ? null : <option value={printer}>{printer}</option>}
      </select>
    </Field>
  );
}

/** What is said of a device; every field may be filled in later, but for the code. */
export function RegistrationForm({ details, asksCode, isBusy, onSubmit }: RegistrationFormProps) {
  const t = useTranslations("registration");
  const [codeError, setCodeError] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const said = new FormData(form);
    const textOf = (name: string) => String(said.get(name) ?? "").trim();
    const code = asksCode ? textOf("code") : null;
    setFailure(null);
    setCodeError(code === "" ? t("codeRequired") : null);
    if (code === "") return form.querySelector<HTMLInputElement>("[name=code]")?.focus();
    const details = { name: textOf("name"), operator: textOf("operator"), printer: textOf("printer") };
    const result = await onSubmit(details, code);
    setFailure(result.success ? null : result.message);
  }

  const isComplete = Boolean(details?.name && details.operator && details.printer);
  const words = details ? (["saving", "save"] as const) : (["submitting", "submit"] as const);
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      {asksCode ? <TextField name="code" hint={t("codeHint")} error={codeError} /> : null}
      <TextField name="name" hint={t("nameHint")} defaultValue={details?.name ?? ""} />
      <TextField name="operator" hint={t("operatorHint")} defaultValue={details?.operator ?? ""} />
      <PrinterField printer={details?.printer ?? ""} />
      {isComplete ? null : <p className="text-muted text-sm">{t("laterHint")}</p>}
      {failure ? <Notice tone="danger" title={failure} /> : null}
      <Button type="submit" size="large" variant={details ? "secondary" : "primary"} busy={isBusy}>
        {t(words[isBusy ? 0 : 1])}
      </Button>
    </form>
  );
}
