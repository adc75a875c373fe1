"use client";

import { useTranslations } from "next-intl";
import { Fact } from "@/components/orders/fact";
import { readableId } from "@/components/terminal/device/readable-id";
import { Card } from "@/components/ui/card";
import type { Allocation } from "@/lib/terminal/rules";
import { printerChoices } from "@/lib/terminal/rules.registration";

/** Which tablet this is, who works with it, where, and what it prints on. */
export function DeviceCard({ allocation }: { allocation: Allocation }) {
  const t = useTranslations("terminal.home");
  const { deviceDetails, locationId } = allocation;
  const none = <span className="text-muted">{t("notGiven")}</span>;
  const printers = useTranslations("registration.printers");
  const choice = printerChoices.find((name) => name === deviceDetails?.printer);
  const printer = choice ? printers(choice) : deviceDetails?.printer;
  return (
    <Card aria-label={t("device")} className="p-4! sm:p-5!">
      <dl className="grid grid-cols-2 gap-x-4 gap-y-2 text-sm">
        <Fact name={t("device")}>{deviceDetails?.name || none}</Fact>
        <Fact name={t("operator")}>{deviceDetails?.operator || none}</Fact>
        <Fact name={t("location")}>{locationId ? readableId(locationId) : none}</Fact>
        <Fact name={t("printer")}>{printer || none}</Fact>
      </dl>
    </Card>
  );
}
