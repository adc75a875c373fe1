import { useTranslations } from "next-intl";
import type { ComponentProps } from "react";

import { controlClass, controlProps, Field } from "@/components/ui/field";
import type { ProvinceCode } from "@/lib/address";
import type { CheckoutDraw } from "./checkout-draw";
import type { ProblemField } from "./problem-fields";
import { useSharedDevice } from "./shared-device";
import type { FormControl } from "./use-checkout-form";

type DetailsStepProps = {
  draw: CheckoutDraw;
  control: FormControl;
  errorOf: (field: ProblemField) => string | null;
};

type TextName = "name" | "email" | "phone" | "postalCode";

const hints = { email: "emailHint", phone: "phoneHint" } as const;

/** What each box tells the browser's autofill and a phone's keyboard. */
const inputs: Record<TextName, ComponentProps<"input">> = {
  name: { type: "text", autoComplete: "name", autoCapitalize: "words", maxLength: 64, required: true },
  email: { type: "email", autoComplete: "email", inputMode: "email", maxLength: 64, spellCheck: false, required: true },
  phone: { type: "tel", autoComplete: "tel", inputMode: "tel", maxLength: 25 },
  postalCode: {
    type: "text",
    autoComplete: "postal-code",
    autoCapitalize: "characters",
    maxLength: 7,
    spellCheck: false,
  },
};

function TextField({ name, control, errorOf }: Omit<DetailsStepProps, "draw"> & { name: TextName }) {
  const t = useTranslations("checkout");
  const isShared = useSharedDevice();
  const id = `checkout-${name}`;
  const error = errorOf(name);
  const hint = name === "email" || name === "phone" ? t(hints[name]) : null;
  return (
    <Field id={id} label={t(name)} note={inputs[name].required ? null : t("optional")} hint={hint} error={error}>
      <input
        {...inputs[name]}
        {...(isShared ? { autoComplete: "off" } : {})}
        {...controlProps(id, { hint, error })}
        name={name}
        enterKeyHint="next"
        className={controlClass}
        value={control.form[name]}
        onChange={(event) => control.set(name, event.target.value)}
      />
    </Field>
  );
}

function ProvinceField({ draw, control, errorOf }: DetailsStepProps) {
  const t = useTranslations("checkout");
  const isShared = useSharedDevice();
  const error = errorOf("province");
  return (
    <Field id="checkout-province" label={t("province")} error={error}>
      <select
        {...controlProps("checkout-province", { error })}
        autoComplete={isShared ? "off" : "address-level1"}
        className={controlClass}
        required
        value={control.form.province}
        onChange={(event) => control.set("province", event.target.value as ProvinceCode | "")}
      >
        {control.form.province ? null : <option value="">{t("chooseProvince")}</option>}
        {draw.provinces.map((code) => (
          <option key={code} value={code}>
            {t(`provinces.${code}`)}
          </option>
        ))}
      </select>
    </Field>
  );
}

/** Who buys: a name, an address for the numbers, and where the buyer lives. */
export function DetailsStep({ draw, control, errorOf }: DetailsStepProps) {
  return (
    <div className="grid gap-4">
      <TextField name="name" control={control} errorOf={errorOf} />
      <TextField name="email" control={control} errorOf={errorOf} />
      <TextField name="phone" control={control} errorOf={errorOf} />
      <div className="grid gap-4 min-[26rem]:grid-cols-[1fr_11.5rem]">
        <ProvinceField draw={draw} control={control} errorOf={errorOf} />
        <TextField name="postalCode" control={control} errorOf={errorOf} />
      </div>
    </div>
  );
}
