"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";

import { controlClass, controlProps, Field } from "@/components/ui/field";
import type { Language } from "@/lib/platform/i18n/routing";
import { defaultLanguage, languages } from "@/lib/platform/i18n/routing";

import type { DraftField, FieldKind } from "./draft-context";
import { useDraftContext, useDraftField } from "./draft-context";

type FieldProps = { path: string; label: string; hint?: ReactNode };

type InputProps = FieldProps & {
  kind?: FieldKind;
  inputMode?: "text" | "decimal" | "numeric" | "email" | "url";
  toText: (value: unknown) => string;
  /** Undefined removes the field. A text that can't be read is kept, and the server says what is wrong. */
  toValue: (text: string) => unknown;
  maxLength?: number;
};

function InputField({ path, label, hint, kind = "text", inputMode = "text", toText, toValue, maxLength }: InputProps) {
  const { id, value, error, isLocked, change } = useDraftField(path, kind);
  return (
    <Field id={id} label={label} note={<LockedNote isLocked={isLocked} />} hint={hint} error={error}>
      <input
        {...controlProps(id, { hint, error })}
        {...{ inputMode, maxLength }}
        className={controlClass}
        autoComplete="off"
        readOnly={isLocked}
        value={toText(value)}
        onChange={(event) => change(toValue(event.target.value))}
      />
    </Field>
  );
}

function LockedNote({ isLocked }: { isLocked: boolean }) {
  const t = useTranslations("console.setUp");
  return isLocked ? <span className="font-normal text-muted"> {t("locked")}</span> : null;
}

const asText = (value: unknown) => (typeof value === "string" || typeof value === "number" ? String(value) : "");

const orRemove = (text: string) => (text === "" ? undefined : text);

/** A code is in capital letters. */
type TextFieldProps = FieldProps & { kind?: "text" | "link" | "email" | "code"; maxLength?: number };

export function TextField({ kind = "text", ...field }: TextFieldProps) {
  const inputMode = kind === "link" ? "url" : kind === "code" ? "text" : kind;
  const toValue = (text: string) => orRemove(kind === "code" ? text.toUpperCase() : text);
  return <InputField {...field} {...{ kind, inputMode, toValue }} toText={asText} />;
}

/** Accepts a decimal comma, too. */
function toNumber(text: string): unknown {
  const digits = text.replace(/[\s$]/g, "").replace(",", ".");
  return digits === "" ? undefined : /^\d+(?:\.\d+)?$/.test(digits) ? Number(digits) : text;
}

/** `emptyValue` is what an empty field stands for, such as null for no limit. */
export function NumberField({
  kind,
  emptyValue,
  ...field
}: FieldProps & { kind: "dollars" | "count"; emptyValue?: null | 0 }) {
  return (
    <InputField
      {...field}
      kind={kind}
      inputMode={kind === "dollars" ? "decimal" : "numeric"}
      toText={asText}
      toValue={(text) => toNumber(text) ?? emptyValue}
    />
  );
}

/** A time on the clock of the draw's zone. The server writes its offset. */
export function InstantField({ path, label, hint }: FieldProps) {
  const { id, value, error, isLocked, change } = useDraftField(path, "instant");
  return (
    <Field id={id} label={label} note={<LockedNote isLocked={isLocked} />} hint={hint} error={error}>
      <input
        {...controlProps(id, { hint, error })}
        type="datetime-local"
        className={controlClass}
        readOnly={isLocked}
        value={typeof value === "string" ? value.slice(0, 16) : ""}
        onChange={(event) => change(orRemove(event.target.value))}
      />
    </Field>
  );
}

type Option = { value: string; label: string };

export function ChoiceField({
  path,
  label,
  hint,
  options,
  fallback,
}: FieldProps & { options: readonly Option[]; fallback: string }) {
  const { id, value, error, isLocked, change } = useDraftField(path, "choice");
  return (
    <Field id={id} label={label} note={<LockedNote isLocked={isLocked} />} hint={hint} error={error}>
      <select
        {...controlProps(id, { hint, error })}
        className={controlClass}
        disabled={isLocked}
        value={typeof value === "string" ? value : fallback}
        onChange={(event) => change(event.target.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </Field>
  );
}

/** `isOnByDefault` is what an absent value means. */
export function CheckField({ path, label, hint, isOnByDefault = false }: FieldProps & { isOnByDefault?: boolean }) {
  const { id, value, isLocked, change } = useDraftField(path, "choice");
  return (
    <div>
      <label className="tick min-h-11 items-center">
        <input
          id={id}
          type="checkbox"
          aria-describedby={hint ? `${id}-hint` : undefined}
          disabled={isLocked}
          checked={typeof value === "boolean" ? value : isOnByDefault}
          onChange={(event) => change(event.target.checked)}
        />
        <span>{label}</span>
      </label>
      {hint ? (
        <p id={`${id}-hint`} className="hint ml-8">
          {hint}
        </p>
      ) : null}
    </div>
  );
}

type Texts = Partial<Record<Language, string>>;

/** One text for both languages is shown in both. */
function toTexts(value: unknown): Texts {
  if (typeof value === "string") return { en: value, fr: value };
  return value !== null && typeof value === "object" ? (value as Texts) : {};
}

/** A text in English and French, side by side. */
export function LocalTextField({ path, label, hint, rows = 1 }: FieldProps & { rows?: number }) {
  const field = useDraftField(path, "text");
  const mainLanguage = useMainLanguage();
  return (
    <fieldset className="grid grid-cols-1 gap-x-4 gap-y-3 sm:grid-cols-2">
      <legend className="mb-1 font-semibold">
        <span>{label}</span>
        <LockedNote isLocked={field.isLocked} />
      </legend>
      {hint ? (
        <p id={`${field.id}-hint`} className="hint col-span-full">
          {hint}
        </p>
      ) : null}
      {[mainLanguage, ...languages.filter((each) => each !== mainLanguage)].map((language) => (
        <LanguageInput key={language} {...{ field, language, rows, hint }} isMain={language === mainLanguage} />
      ))}
    </fieldset>
  );
}

function useMainLanguage(): Language {
  const { get } = useDraftContext();
  const chosen = get("locale.lang");
  return languages.find((language) => language === chosen) ?? defaultLanguage;
}

type LanguageInputProps = { field: DraftField; language: Language; rows: number; hint: ReactNode; isMain: boolean };

function LanguageInput({ field, language, rows, hint, isMain }: LanguageInputProps) {
  const names = useTranslations("language");
  const texts = toTexts(field.value);
  const id = isMain ? field.id : `${field.id}-${language}`;
  const error = isMain ? field.error : null;
  const change = (text: string) => {
    const { en = "", fr = "" }: Texts = { ...texts, [language]: text };
    field.change(en === "" && fr === "" ? undefined : { en, ...(fr === "" ? {} : { fr }) });
  };
  const control = controlProps(id, { error });
  const describedBy = [control["aria-describedby"], hint ? `${field.id}-hint` : undefined].filter(Boolean).join(" ");
  const props = {
    ...control,
    "aria-describedby": describedBy || undefined,
    lang: language,
    className: controlClass,
    readOnly: field.isLocked,
    value: texts[language] ?? "",
    onChange: (event: { target: { value: string } }) => change(event.target.value),
  };
  return (
    <Field id={id} label={names(language)} error={error}>
      {rows > 1 ? <textarea rows={rows} {...props} /> : <input autoComplete="off" {...props} />}
    </Field>
  );
}
