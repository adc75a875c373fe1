import { useTranslations } from "next-intl";
import { useState } from "react";

import { getLocationName } from "@/components/console/location-name";
import { controlClass, controlProps, Field } from "@/components/ui/field";
import { focusId } from "@/components/ui/focus-id";
import { maxDetailLength } from "@/lib/terminal/device/rules.registration";

export type TabletFieldProps = {
  id: string;
  value: string;
  error: string | null;
  onChange: (value: string) => void;
};

type TextFieldProps = TabletFieldProps & { label: string; hint?: string };

export function TextField({ id, label, hint, value, error, onChange }: TextFieldProps) {
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <input
        {...controlProps(id, { hint, error })}
        className={controlClass}
        value={value}
        maxLength={maxDetailLength}
        autoComplete="off"
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}

type Option = { id: string; label: string };

/** Asks for an id only if no organizer is known. */
export function OrganizerField({ options, ...field }: TabletFieldProps & { options: readonly Option[] }) {
  const t = useTranslations("console.tablets");
  if (options.length === 0) return <TextField {...field} label={t("organizerId")} />;
  return <SelectField {...field} label={t("organizer")} placeholder={t("chooseOrganizer")} options={options} />;
}

/** Offers the locations of the organizer's tablets, and a new one. */
export function LocationField({ locations, ...field }: TabletFieldProps & { locations: readonly string[] }) {
  const t = useTranslations("console.tablets");
  const [isNew, setNew] = useState(false);
  const isTextShown = locations.length === 0 || isNew || (field.value !== "" && !locations.includes(field.value));
  const textField = <TextField {...field} label={t("newLocation")} hint={t("newLocationHint")} />;
  if (locations.length === 0) return <TextField {...field} label={t("location")} hint={t("newLocationHint")} />;
  const choose = (value: string) => {
    setNew(value === otherValue);
    field.onChange(value === otherValue ? "" : value);
    if (value === otherValue) focusId(field.id);
  };
  const options = [
    ...locations.map((id) => ({ id, label: getLocationName(id) })),
    { id: otherValue, label: t("otherLocation") },
  ];
  return (
    <div className="grid grid-cols-1 content-start gap-4">
      <SelectField
        {...(isTextShown ? { id: `${field.id}-known`, error: null } : field)}
        value={isTextShown ? otherValue : field.value}
        label={t("location")}
        placeholder={t("chooseLocation")}
        options={options}
        onChange={choose}
      />
      {isTextShown ? textField : null}
    </div>
  );
}

/** The value of the last option. No location can have it as its id. */
const otherValue = "…";

type SelectFieldProps = TabletFieldProps & { label: string; placeholder: string; options: readonly Option[] };

function SelectField({ id, label, placeholder, options, value, error, onChange }: SelectFieldProps) {
  return (
    <Field id={id} label={label} error={error}>
      <select
        {...controlProps(id, { error })}
        className={controlClass}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        <option value="">{placeholder}</option>
        {options.map((option) => (
          <option key={option.id} value={option.id}>
            {option.label}
          </option>
        ))}
      </select>
    </Field>
  );
}
