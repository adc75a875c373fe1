import { useTranslations } from "next-intl";
import type { ComponentProps, ReactNode } from "react";
import { useState } from "react";
import type { CheckoutDraw } from "@/components/order-form/checkout-draw";
import type { BuyerField } from "@/components/order-form/checkout-form";
import type { ProblemField } from "@/components/order-form/field-problems";
import { useSharedDevice } from "@/components/order-form/shared-device";
import type { FormControl } from "@/components/order-form/use-checkout-form";
import { Button } from "@/components/ui/button";
import { controlClass, controlProps, Field } from "@/components/ui/field";
import { focusId } from "@/components/ui/focus-id";
import { Icon } from "@/components/ui/icon";
import type { ProvinceCode } from "@/lib/postal-address";

type DetailsStepProps = {
  draw: CheckoutDraw;
  control: FormControl;
  getError: (field: ProblemField) => string | null;
  emailHint?: ReactNode;
};

export function DetailsStep({ draw, control, getError, emailHint }: DetailsStepProps) {
  const field = { control, getError };
  return (
    <div className="grid gap-4">
      <TextField name="name" {...field} />
      <TextField name="email" {...field} emailHint={emailHint} />
      {draw.provinces.length === 1 ? <FixedProvince draw={draw} /> : <ProvinceField draw={draw} {...field} />}
      <div className="extras">
        <ExtraField name="phone" {...field} />
        <ExtraField name="postalCode" {...field} />
      </div>
    </div>
  );
}

const hintKeys = { email: "emailHint", phone: "phoneHint" } as const;

/** Without `maxLength`, because a browser would cut pasted text before it is trimmed. */
const inputProps: Record<BuyerField, ComponentProps<"input">> = {
  name: { type: "text", autoComplete: "name", autoCapitalize: "words", required: true },
  email: { type: "email", autoComplete: "email", inputMode: "email", spellCheck: false, required: true },
  phone: { type: "tel", autoComplete: "tel", inputMode: "tel" },
  postalCode: {
    type: "text",
    autoComplete: "postal-code",
    autoCapitalize: "characters",
    spellCheck: false,
  },
};

type TextFieldProps = Omit<DetailsStepProps, "draw"> & { name: BuyerField };

function TextField({ name, control, getError, emailHint }: TextFieldProps) {
  const t = useTranslations("checkout");
  const isShared = useSharedDevice();
  const id = `checkout-${name}`;
  const error = getError(name);
  const hint = name === "email" || name === "phone" ? (emailHint ?? t(hintKeys[name])) : null;
  return (
    <Field id={id} label={t(name)} note={inputProps[name].required ? null : t("optional")} hint={hint} error={error}>
      <input
        {...inputProps[name]}
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

const addFieldKeys = { phone: "addPhone", postalCode: "addPostalCode" } as const;

function ExtraField({ name, ...input }: TextFieldProps & { name: keyof typeof addFieldKeys }) {
  const t = useTranslations("checkout");
  const isShared = useSharedDevice();
  const [isOpen, setOpen] = useState(isShared);
  const isNeeded = input.control.form[name] !== "" || input.getError(name) !== null;
  if (isNeeded && !isOpen) setOpen(true);
  if (isOpen || isNeeded) return <TextField name={name} {...input} />;
  return (
    <Button
      variant="quiet"
      className="extra"
      onClick={() => {
        setOpen(true);
        focusId(`checkout-${name}`);
      }}
    >
      <Icon name="plus" />
      <span>{t(addFieldKeys[name])}</span>
    </Button>
  );
}

function FixedProvince({ draw }: Pick<DetailsStepProps, "draw">) {
  const t = useTranslations("checkout");
  return (
    <p className="field">
      <span className="font-medium">{t("province")}</span>
      <span>{draw.provinces.map((code) => t("provinceOnly", { province: t(`provinces.${code}`) })).join()}</span>
    </p>
  );
}

function ProvinceField({ draw, control, getError }: DetailsStepProps) {
  const t = useTranslations("checkout");
  const isShared = useSharedDevice();
  const error = getError("province");
  return (
    <Field id="checkout-province" label={t("province")} error={error}>
      <select
        {...controlProps("checkout-province", { error })}
        name="province"
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
