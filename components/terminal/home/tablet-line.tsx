"use client";

import { useTranslations } from "next-intl";
import { readableId } from "@/components/terminal/device/readable-id";
import type { Allocation } from "@/lib/terminal/rules";
import { printerChoices } from "@/lib/terminal/rules.registration";

/** Where this tablet stands and what it prints on, in a quiet line; its name and operator are in the header. */
export function TabletLine({ allocation }: { allocation: Allocation }) {
  const t = useTranslations("terminal.home");
  const printers = useTranslations("registration.printers");
  const { deviceDetails, locationId } = allocation;
  const choice = printerChoices.find((name) => name === deviceDetails?.printer);
  const facts = [
    { name: t("location"), value: locationId ? readableId(locationId) : "" },
    { name: t("printer"), value: choice ? printers(choice) : (deviceDetails?.printer ?? "") },
  ];
  return (
    <dl className="flex flex-wrap gap-x-5 px-4 text-muted text-sm sm:px-5">
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt className="inline">{name}</dt>{" "}
          <dd className="ml-0.5 inline font-medium text-ink">{value || t("notGiven")}</dd>
        </div>
      ))}
    </dl>
  );
}
