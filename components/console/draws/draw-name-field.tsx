import { useTranslations } from "next-intl";

import { controlClass, controlProps, Field } from "@/components/ui/field";
import { toDrawId } from "@/lib/drafts/rules.ids";

type DrawNameFieldProps = {
  id: string;
  label: string;
  value: string;
  onChange: (name: string) => void;
  /** True once the form was sent, so that an empty name says what to do. */
  isChecked: boolean;
  isTaken: boolean;
};

/** The name of a new draw, which becomes its id. That is part of every URL and can't change. */
export function DrawNameField({ id, label, value, onChange, isChecked, isTaken }: DrawNameFieldProps) {
  const t = useTranslations("console.draws.drawName");
  const drawId = toDrawId(value);
  const error = isChecked && drawId === "" ? t("missing") : isTaken ? t("taken") : null;
  return (
    <Field id={id} label={label} hint={t("hint", { id: drawId || "…" })} error={error}>
      <input
        {...controlProps(id, { hint: true, error })}
        className={controlClass}
        autoComplete="off"
        maxLength={64}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}
