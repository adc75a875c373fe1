import { useTranslations } from "next-intl";

import { controlClass, controlProps, Field } from "@/components/ui/field";

type PasskeyNameProps = { name: string; onChange: (name: string) => void };

export function PasskeyName({ name, onChange }: PasskeyNameProps) {
  const t = useTranslations("console.passkey");
  const hint = t("nameHint");
  return (
    <Field id="passkey-name" label={t("name")} hint={hint}>
      <input
        {...controlProps("passkey-name", { hint })}
        value={name}
        maxLength={40}
        autoComplete="off"
        onChange={(event) => onChange(event.target.value)}
        className={controlClass}
      />
    </Field>
  );
}
