"use client";

import { useTranslations } from "next-intl";
import { useDraftContext } from "@/components/console/set-up/form/draft-context";
import { CheckField, ChoiceField, LocalTextField, TextField } from "@/components/console/set-up/form/fields";
import { provinceCodes } from "@/lib/postal-address";

/** What the draw is, and who runs it under which licence. */
export function BasicsStep() {
  const t = useTranslations("console.setUp.basics");
  const provinces = useTranslations("checkout.provinces");
  const types = useTranslations("console.setUp.types");
  const provinceOptions = provinceCodes.map((code) => ({ value: code, label: provinces(code) }));
  return (
    <>
      <ChoiceField
        path="type"
        label={t("type")}
        fallback="5050 Cash"
        options={(["5050 Cash", "Prize raffle"] as const).map((value) => ({ value, label: types(value) }))}
      />
      <LocalTextField path="title" label={t("title")} hint={t("titleHint")} />
      <LocalTextField path="organization" label={t("organization")} hint={t("organizationHint")} />
      <ChoiceField
        path="province"
        label={t("province")}
        hint={t("provinceHint")}
        fallback="ON"
        options={provinceOptions}
      />
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <TextField path="license" label={t("license")} hint={t("licenseHint")} maxLength={100} />
        <TextField path="licensePDF" kind="link" label={t("licensePDF")} hint={t("linkHint")} />
        <TextField path="supportEmail" kind="email" label={t("supportEmail")} hint={t("supportEmailHint")} />
        <TextField path="charity.registration" label={t("registration")} maxLength={40} />
      </div>
      <AddressFields />
      <details className="border-line border-t pt-4">
        <summary className="min-h-11 cursor-pointer content-center font-semibold">{t("more")}</summary>
        <div className="grid grid-cols-1 gap-4 pt-2">
          <UrlField />
          <TextField path="name" label={t("name")} hint={t("nameHint")} maxLength={200} />
          <CheckField path="displayOnDashboard" label={t("displayOnDashboard")} isOnByDefault />
          <CheckField path="recurringDraw" label={t("recurringDraw")} hint={t("recurringDrawHint")} />
          <CheckField path="isTestDraw" label={t("isTestDraw")} hint={t("isTestDrawHint")} />
        </div>
      </details>
    </>
  );
}

function AddressFields() {
  const t = useTranslations("console.setUp.basics");
  const path = "organizationAddress";
  return (
    <fieldset className="grid grid-cols-1 gap-4 sm:grid-cols-2">
      <legend className="mb-1 font-semibold">{t("address")}</legend>
      <TextField path={`${path}.line1`} label={t("line1")} maxLength={100} />
      <TextField path={`${path}.line2`} label={t("line2")} maxLength={100} />
      <TextField path={`${path}.city`} label={t("city")} maxLength={100} />
      <TextField path={`${path}.state`} label={t("state")} maxLength={50} />
      <TextField path={`${path}.postal_code`} label={t("postalCode")} maxLength={16} />
    </fieldset>
  );
}

function UrlField() {
  const t = useTranslations("console.setUp.basics");
  const { view } = useDraftContext();
  return <TextField path="urlSlug" label={t("urlSlug")} hint={t("urlSlugHint", { id: view.drawId })} maxLength={100} />;
}
