"use client";

import { useTranslations } from "next-intl";

import {
  CheckField,
  ChoiceField,
  InstantField,
  LocalTextField,
  NumberField,
} from "@/components/console/set-up/form/fields";
import { ItemList } from "@/components/console/set-up/form/item-list";
import { useItemTitle } from "@/components/console/set-up/form/use-item-title";

const prizeTypes = ["Grand Prize", "Early Bird", "Add On"] as const;

/** The prizes of a draw by type, in the order in which they are drawn. */
export function PrizeLists({ path }: { path: string }) {
  const t = useTranslations("console.setUp.prizes");
  const types = useTranslations("draw.prizeTypes");
  const getTitle = useItemTitle();
  return prizeTypes.map((type) => (
    <ItemList
      key={type}
      path={`${path}.${type}`}
      title={types(type)}
      getName={(item, index) => getTitle(item, index, t("unnamed", { type: types(type), place: index + 1 }))}
      addLabel={t(`add.${type}`)}
      createItem={() => ({})}
    >
      {(item) => (
        <>
          <LocalTextField path={`${item}.description`} label={t("description")} />
          <InstantField path={`${item}.drawDate`} label={t("drawDate")} hint={t(`drawDateHint.${type}`)} />
          {type === "Early Bird" ? (
            <InstantField path={`${item}.cutOffDate`} label={t("cutOffDate")} hint={t("cutOffDateHint")} />
          ) : null}
        </>
      )}
    </ItemList>
  ));
}

/** How the prizes of a draw are drawn and claimed. `prefix` is the path of a second draw with a dot, or empty. */
export function DrawingFields({ prefix }: { prefix: string }) {
  const t = useTranslations("console.setUp.drawing");
  return (
    <>
      <CheckField path={`${prefix}useRNG`} label={t("useRNG")} hint={t("useRNGHint")} />
      <ChoiceField
        path={`${prefix}once`}
        label={t("once")}
        hint={t("onceHint")}
        fallback="order"
        options={(["order", "number", "none"] as const).map((value) => ({ value, label: t(`onceOptions.${value}`) }))}
      />
      <NumberField path={`${prefix}claimTerms.days`} kind="count" label={t("claimDays")} hint={t("claimDaysHint")} />
      <LocalTextField path={`${prefix}claimTerms.text`} label={t("claimText")} rows={2} />
      <LocalTextField path={`${prefix}redrawTerms`} label={t("redrawTerms")} hint={t("redrawTermsHint")} rows={2} />
    </>
  );
}
