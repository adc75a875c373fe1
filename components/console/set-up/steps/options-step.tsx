"use client";

import { useTranslations } from "next-intl";

import { useDraftContext } from "@/components/console/set-up/form/draft-context";
import { CheckField, NumberField, TextField } from "@/components/console/set-up/form/fields";

const path = "additionalOptions";

/** [option, default when the draw doesn't set it] */
const switches = [
  ["displayFAQ", false],
  ["enableFireworks", true],
  ["custom5050Page", true],
  ["enableNoticeOn5050Page", false],
  ["allowAccessibilityModeForTicketPackageSelection", true],
] as const;

export function OptionsStep() {
  const t = useTranslations("console.setUp.options");
  return (
    <>
      <CheckField
        path={`${path}.mayBeCashAdvance`}
        label={t("mayBeCashAdvance.label")}
        hint={t("mayBeCashAdvance.hint")}
      />
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <TextField
          path={`${path}.statementDescriptor`}
          label={t("statementDescriptor.label")}
          hint={t("statementDescriptor.hint")}
          maxLength={22}
        />
        <TextField
          path={`${path}.uniqueOrderPrefix`}
          kind="code"
          label={t("uniqueOrderPrefix.label")}
          hint={t("uniqueOrderPrefix.hint")}
          maxLength={6}
        />
      </div>
      {switches.map(([name, isOnByDefault]) => (
        <CheckField
          key={name}
          path={`${path}.${name}`}
          label={t(`${name}.label`)}
          hint={t(`${name}.hint`)}
          isOnByDefault={isOnByDefault}
        />
      ))}
      <PrinterFields />
      <AdvancedOptions />
    </>
  );
}

const advancedPaths = [
  `${path}.recentPurchases_refreshRate`,
  `${path}.displayDateTimeTicketPurchaseTemplate`,
  `${path}.titleLengthToStackForTicketPools`,
  `${path}.titleLengthToStackForBundles`,
  `${path}.featuredDraws`,
  "pixelId",
];

function AdvancedOptions() {
  const t = useTranslations("console.setUp.options");
  const { view } = useDraftContext();
  const hasProblem = view.problems.some(({ field }) => advancedPaths.some((each) => field.startsWith(each)));
  return (
    <details open={hasProblem} className="border-line border-t pt-4">
      <summary className="min-h-11 cursor-pointer content-center font-semibold">{t("advanced")}</summary>
      <div className="grid grid-cols-1 gap-4 pt-2 sm:grid-cols-2">
        <NumberField
          path={`${path}.recentPurchases_refreshRate`}
          kind="count"
          label={t("refreshRate.label")}
          hint={t("refreshRate.hint")}
        />
        <TextField
          path={`${path}.displayDateTimeTicketPurchaseTemplate`}
          label={t("template.label")}
          hint={t("template.hint")}
          maxLength={100}
        />
        <NumberField
          path={`${path}.titleLengthToStackForTicketPools`}
          kind="count"
          label={t("groupLength.label")}
          hint={t("groupLength.hint")}
        />
        <NumberField
          path={`${path}.titleLengthToStackForBundles`}
          kind="count"
          label={t("bundleLength.label")}
          hint={t("bundleLength.hint")}
        />
        <TextField path={`${path}.featuredDraws.mode`} label={t("featured.label")} hint={t("featured.hint")} />
        <TextField path="pixelId" label={t("pixelId.label")} hint={t("pixelId.hint")} maxLength={64} />
      </div>
    </details>
  );
}

function PrinterFields() {
  const t = useTranslations("console.setUp.options.printer");
  const { get } = useDraftContext();
  const hasPrinter = get("ticketPrinter") !== undefined;
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
      <TextField
        path="ticketPrinter.name"
        label={t("name")}
        hint={hasPrinter ? t("bothHint") : t("hint")}
        maxLength={100}
      />
      <TextField path="ticketPrinter.address" label={t("address")} maxLength={300} />
    </div>
  );
}
