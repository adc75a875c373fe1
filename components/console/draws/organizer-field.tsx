import { useTranslations } from "next-intl";

import { controlClass, controlProps, Field } from "@/components/ui/field";

type OrganizerFieldProps = {
  id: string;
  value: string;
  options: readonly { id: string; label: string }[];
  onChange: (id: string) => void;
};

/** Asks nothing if there is only one. */
export function OrganizerField({ id, value, options, onChange }: OrganizerFieldProps) {
  const t = useTranslations("console.draws.form");
  if (options.length < 2) return null;
  return (
    <Field id={id} label={t("organizer")} hint={t("organizerHint")}>
      <select
        {...controlProps(id, { hint: true })}
        className={controlClass}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        {options.map(({ id: organizerId, label }) => (
          <option key={organizerId} value={organizerId}>
            {label}
          </option>
        ))}
      </select>
    </Field>
  );
}
