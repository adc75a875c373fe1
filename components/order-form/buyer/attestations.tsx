import { useTranslations } from "next-intl";
import type { ReactNode } from "react";

import type { CheckoutDraw } from "@/components/order-form/checkout-draw";
import type { ProblemField } from "@/components/order-form/field-problems";
import { ErrorText } from "@/components/order-form/field-problems";
import { useProvinceNames } from "@/components/order-form/use-province-names";

export type AttestationValues = { age: boolean; location: boolean; rules: boolean };

type AttestationsProps = {
  draw: CheckoutDraw;
  control: { form: AttestationValues; set: (name: keyof AttestationValues, value: boolean) => void };
  idPrefix?: string;
  getError: (field: ProblemField) => string | null;
};

export function Attestations({ draw, ...box }: AttestationsProps) {
  const t = useTranslations("checkout");
  const provinceNames = useProvinceNames(draw);
  return (
    <fieldset className="mt-6 grid">
      <legend className="mb-2 font-semibold">{t("confirm")}</legend>
      <AttestationCheckbox name="age" {...box}>
        {t("age", { age: draw.minimumAge })}
      </AttestationCheckbox>
      <AttestationCheckbox name="location" {...box}>
        {t(draw.placeRule, provinceNames)}
      </AttestationCheckbox>
      <AttestationCheckbox name="rules" {...box}>
        {t.rich("rules", {
          link: (chunks) => (
            <a href="#rules" className="link">
              {chunks}
            </a>
          ),
        })}
      </AttestationCheckbox>
    </fieldset>
  );
}

type AttestationCheckboxProps = Omit<AttestationsProps, "draw"> & {
  name: keyof AttestationValues;
  children: ReactNode;
};

function AttestationCheckbox({ name, control, getError, idPrefix = "checkout", children }: AttestationCheckboxProps) {
  const id = `${idPrefix}-${name}`;
  const error = getError(name);
  return (
    <div className="confirm">
      <label htmlFor={id} className="tick">
        <input
          type="checkbox"
          id={id}
          name={name}
          required
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          checked={control.form[name]}
          onChange={(event) => control.set(name, event.target.checked)}
        />
        <span>{children}</span>
      </label>
      <ErrorText id={`${id}-error`} text={error} />
    </div>
  );
}
