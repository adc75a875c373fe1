"use client";

import { useTranslations } from "next-intl";
import { useDraftContext } from "@/components/console/set-up/form/draft-context";
import { ChoiceField, InstantField, LocalTextField } from "@/components/console/set-up/form/fields";
import { provinceRules } from "@/lib/provinces/rules.table";

/** When the draw sells and is drawn, in the order of time. */
export function DatesStep() {
  const t = useTranslations("console.setUp.dates");
  const { get } = useDraftContext();
  const dates = get("dates");
  const timeZone = get("timeZone");
  const zones = [
    ...new Set([
      ...Object.values(provinceRules).map(({ timeZone }) => timeZone),
      ...(typeof timeZone === "string" ? [timeZone] : []),
    ]),
  ].sort();
  return (
    <>
      <ChoiceField
        path="timeZone"
        label={t("timeZone")}
        hint={t("timeZoneHint")}
        fallback="America/Toronto"
        options={zones.map((zone) => ({ value: zone, label: zone.replace(/^.*\//, "").replaceAll("_", " ") }))}
      />
      <ol className="grid grid-cols-1 gap-5 border-line-strong border-l-2 pl-5">
        {Array.isArray(dates) && dates.length > 1 ? <ListedDates count={dates.length} /> : <SaleDates />}
      </ol>
      <LocalTextField path="drawLocation" label={t("drawLocation")} hint={t("drawLocationHint")} />
    </>
  );
}

function SaleDates() {
  const t = useTranslations("console.setUp.dates");
  const { get } = useDraftContext();
  const earlyBirds = get("prizes.Early Bird");
  const count = Array.isArray(earlyBirds) ? earlyBirds.length : 0;
  return (
    <>
      <li>
        <InstantField path="startDate" label={t("opens")} hint={t("opensHint")} />
      </li>
      {Array.from({ length: count }, (_none, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the fields hold no state
        <li key={index}>
          <InstantField path={`prizes.Early Bird.${index}.drawDate`} label={t("earlyBird", { place: index + 1 })} />
        </li>
      ))}
      <li>
        <InstantField path="endDate" label={t("closes")} hint={t("closesHint")} />
      </li>
      <li>
        <InstantField path="prizes.Grand Prize.0.drawDate" label={t("draws")} hint={t("drawsHint")} />
      </li>
    </>
  );
}

/** An imported draw may list its dates: the first is the start, the last two are the end and the drawing. */
function ListedDates({ count }: { count: number }) {
  const t = useTranslations("console.setUp.dates");
  const getLabel = (index: number) => {
    if (index === 0) return t("opens");
    if (index === count - 1) return t("draws");
    return index === count - 2 ? t("closes") : t("earlyBird", { place: index });
  };
  return Array.from({ length: count }, (_none, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the fields hold no state
    <li key={index}>
      <InstantField path={`dates.${index}`} label={getLabel(index)} />
    </li>
  ));
}
