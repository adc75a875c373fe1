"use client";

import { useTranslations } from "next-intl";
import type { FormEvent } from "react";
import { useEffect, useRef, useState } from "react";

import { Button } from "@/components/ui/button";
import { controlClass, controlProps, Field } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import type { DeviceDetails } from "@/lib/terminal/device/rules";
import { isComplete } from "@/lib/terminal/device/rules";
import { maxDetailLength, printerChoices } from "@/lib/terminal/device/rules.registration";
import type { DetailsInput, RegistrationResult } from "./use-registration";

type RegistrationFormProps = {
  details: DeviceDetails | null;
  name?: string;
  requiresCode: boolean;
  isBusy: boolean;
  onSubmit: (input: DetailsInput, typedCode: string | null) => Promise<RegistrationResult>;
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
        maxLength={name === "code" ? 64 : maxDetailLength}
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

type Failure = { text: string; isOfCode: boolean };

function useCodeFocus(requiresCode: boolean, failure: Failure | null) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (requiresCode && failure?.isOfCode) form.current?.querySelector<HTMLInputElement>("[name=code]")?.focus();
  }, [requiresCode, failure]);
  return form;
}

export function RegistrationForm({ details, name = "", requiresCode, isBusy, onSubmit }: RegistrationFormProps) {
  const t = useTranslations("registration");
  const [failure, setFailure] = useState<Failure | null>(null);
  const form = useCodeFocus(requiresCode, failure);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const readText = (name: string) => String(data.get(name) ?? "").trim();
    const code = requiresCode ? readText("code") : null;
    setFailure(code === "" ? { text: t("codeRequired"), isOfCode: true } : null);
    if (code === "") return;
    const details = { name: readText("name"), operator: readText("operator"), printer: readText("printer") };
    const { success, message, isOfCode = false } = await onSubmit(details, code);
    setFailure(success ? null : { text: message, isOfCode });
  }

  const isAtCode = requiresCode && failure?.isOfCode === true;
  const labelKeys = details ? (["saving", "save"] as const) : (["submitting", "submit"] as const);
  return (
    <form ref={form} onSubmit={submit} noValidate className="grid gap-5">
      {requiresCode ? <TextField name="code" hint={t("codeHint")} error={isAtCode ? failure.text : null} /> : null}
      <TextField name="name" hint={t("nameHint")} defaultValue={details?.name || name} />
      <TextField name="operator" hint={t("operatorHint")} defaultValue={details?.operator ?? ""} />
      <PrinterField printer={details?.printer ?? ""} />
      {isComplete(details) ? null : <p className="text-muted text-sm">{t("laterHint")}</p>}
      {failure && !isAtCode ? <Notice tone="danger" title={failure.text} /> : null}
      <Button type="submit" size="large" variant={isComplete(details) ? "secondary" : "primary"} busy={isBusy}>
        {t(labelKeys[isBusy ? 0 : 1])}
      </Button>
    </form>
  );
}
