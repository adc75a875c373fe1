"use client";

import { useTranslations } from "next-intl";
import { useDraftContext, useDraftField } from "@/components/console/set-up/form/draft-context";
import { CheckField, NumberField } from "@/components/console/set-up/form/fields";
import type { ProvinceCode } from "@/lib/postal-address";
import { provinceCodes } from "@/lib/postal-address";
import { isConfirmed } from "@/lib/provinces/rules";
import { provinceRules } from "@/lib/provinces/rules.table";

/** Who may buy: where they are, where they live, and how old they are. */
export function BuyersStep() {
  const t = useTranslations("console.setUp.buyers");
  const { get } = useDraftContext();
  const province = provinceCodes.find((code) => code === get("province"));
  return (
    <>
      <ProvinceList path="enabledProvinces" label={t("enabledProvinces")} hint={t("enabledProvincesHint")} />
      <ProvinceList path="residenceProvinces" label={t("residenceProvinces")} hint={t("residenceProvincesHint")} />
      <NumberField
        path="minimumAge"
        kind="count"
        label={t("minimumAge")}
        hint={province ? <AgeHint province={province} /> : null}
      />
      <fieldset className="grid grid-cols-1">
        <legend className="font-semibold">{t("location")}</legend>
        <CheckField path="checkoutAccess.requireGPSCheck" label={t("gps")} hint={t("gpsHint")} isOnByDefault />
        <CheckField path="checkoutAccess.requireIPCheck" label={t("ip")} hint={t("ipHint")} isOnByDefault />
      </fieldset>
      <fieldset className="grid grid-cols-1">
        <legend className="font-semibold">{t("tablets")}</legend>
        <CheckField path="terminal.allowCash" label={t("allowCash")} hint={t("allowCashHint")} isOnByDefault />
        <CheckField path="terminal.allowAnonymousCash" label={t("allowAnonymousCash")} />
        <CheckField path="terminal.allowRefund" label={t("allowRefund")} hint={t("allowRefundHint")} />
        <CheckField path="terminal.skipGPSCheck" label={t("skipGps")} />
        <CheckField path="terminal.skipIPCheck" label={t("skipIp")} />
      </fieldset>
    </>
  );
}

function AgeHint({ province }: { province: ProvinceCode }) {
  const t = useTranslations("console.setUp.buyers");
  const provinces = useTranslations("checkout.provinces");
  const rule = provinceRules[province].minimumAge;
  const values = { province: provinces(province), age: rule.value };
  return isConfirmed(rule) ? t("ageConfirmed", { ...values, source: rule.source.title }) : t("ageUnconfirmed", values);
}

function ProvinceList({ path, label, hint }: { path: string; label: string; hint: string }) {
  const provinces = useTranslations("checkout.provinces");
  const { id, value, isLocked, change } = useDraftField(path, "list");
  const chosen: readonly unknown[] = Array.isArray(value) ? value : [];
  const toggle = (code: ProvinceCode, isChosen: boolean) =>
    change(provinceCodes.filter((each) => (each === code ? isChosen : chosen.includes(each))));
  return (
    <fieldset id={id} tabIndex={-1} className="grid grid-cols-1" aria-describedby={`${id}-hint`}>
      <legend className="font-semibold">{label}</legend>
      <p id={`${id}-hint`} className="hint">
        {hint}
      </p>
      <div className="grid grid-cols-1 gap-x-4 sm:grid-cols-2 lg:grid-cols-3">
        {provinceCodes.map((code) => (
          <label key={code} className="tick min-h-11 items-center">
            <input
              type="checkbox"
              disabled={isLocked}
              checked={chosen.includes(code)}
              onChange={(event) => toggle(code, event.target.checked)}
            />
            <span>{provinces(code)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
