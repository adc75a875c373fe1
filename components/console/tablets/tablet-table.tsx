"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useState } from "react";

import { getLocationName } from "@/components/console/location-name";
import { useDateTimeFormat } from "@/components/console/use-console-text";
import { useOrganizers } from "@/components/console/use-organizers";
import type { BadgeTone } from "@/components/ui/badge";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { useFormatters } from "@/components/ui/use-formatters";
import type { DeviceState } from "@/lib/terminal/device/rules.registration";
import { getDeviceName } from "@/lib/terminal/device/rules.registration";
import type { ListedDevice } from "@/lib/terminal/summary/rules";
import { getNetAmount, sumTotals } from "@/lib/terminal/summary/rules.sums";

import { TabletEditor } from "./tablet-editor";

const tones: Record<DeviceState, BadgeTone> = {
  registered: "positive",
  incomplete: "warning",
  waiting: "warning",
  "code-over": "neutral",
  revoked: "danger",
};

const columns = ["tablet", "location", "operator", "seen", "today"] as const;

type TabletTableProps = { devices: readonly ListedDevice[]; onRevoked: (device: ListedDevice) => void };

/** On a narrow screen, each row is a card. */
export function TabletTable({ devices, onRevoked }: TabletTableProps) {
  const t = useTranslations("console.tablets");
  const { getName } = useOrganizers();
  const hasSeveralOrganizers = new Set(devices.map(({ parentId }) => parentId)).size > 1;
  return (
    <table className="w-full border-collapse text-left text-[0.9375rem] max-md:block">
      <thead className="max-md:sr-only">
        <tr className="border-line border-b text-muted text-sm">
          {columns.map((column) => (
            <th key={column} scope="col" className={`py-2 pr-4 font-medium ${column === "today" ? "text-right" : ""}`}>
              {t(column)}
            </th>
          ))}
          <td />
        </tr>
      </thead>
      {devices.map((device) => (
        <TabletRows
          key={device.deviceId}
          device={device}
          getOrganizerName={hasSeveralOrganizers ? getName : null}
          onRevoked={onRevoked}
        />
      ))}
    </table>
  );
}

type TabletRowsProps = Pick<TabletTableProps, "onRevoked"> & {
  device: ListedDevice;
  /** Null if all tablets are one organizer's. */
  getOrganizerName: ((parentId: string) => string) | null;
};

function TabletRows({ device, getOrganizerName, onRevoked }: TabletRowsProps) {
  const t = useTranslations("console.tablets");
  const tConsole = useTranslations("console");
  const formatDateTime = useDateTimeFormat();
  const [isOpen, setOpen] = useState(false);
  const { deviceId, parentId, locationId, operator, lastSeenAt, state } = device;
  const name = getDeviceName(device);
  const editorId = `tablet-${deviceId}`;
  return (
    <tbody className="border-line border-b last:border-b-0 max-md:block max-md:py-4">
      <tr className="align-top max-md:grid max-md:gap-2">
        <th scope="row" className="py-3 pr-4 font-normal max-md:p-0 md:min-w-48">
          <span className="grid justify-items-start gap-1.5">
            <span className="font-semibold">{name}</span>
            <Badge tone={tones[state]}>{t(`states.${state}`)}</Badge>
          </span>
        </th>
        <Cell column="location">
          <span className="block">{getLocationName(locationId)}</span>
          {getOrganizerName ? <span className="block text-muted text-sm">{getOrganizerName(parentId)}</span> : null}
        </Cell>
        <Cell column="operator">{operator ?? <span className="text-muted">{t("noOperator")}</span>}</Cell>
        <Cell column="seen">
          {lastSeenAt ? formatDateTime(lastSeenAt) : <span className="text-muted">{t("neverSeen")}</span>}
        </Cell>
        <Cell column="today">
          <TodaySales device={device} />
        </Cell>
        <td className="py-2 text-right max-md:p-0 max-md:text-left">
          <Button
            variant="secondary"
            aria-expanded={isOpen}
            aria-controls={editorId}
            aria-label={tConsole("actionFor", { action: t(isOpen ? "done" : "manage"), name })}
            onClick={() => setOpen(!isOpen)}
          >
            {t(isOpen ? "done" : "manage")}
          </Button>
        </td>
      </tr>
      {isOpen ? (
        <tr className="max-md:block">
          <td colSpan={columns.length + 1} className="pb-4 max-md:block max-md:pt-3 max-md:pb-0">
            <TabletEditor id={editorId} device={device} onRevoked={onRevoked} />
          </td>
        </tr>
      ) : null}
    </tbody>
  );
}

function Cell({ column, children }: { column: (typeof columns)[number]; children: ReactNode }) {
  const t = useTranslations("console.tablets");
  const alignment = column === "today" ? "md:text-right" : "";
  return (
    <td className={`py-3 pr-4 max-md:flex max-md:justify-between max-md:gap-4 max-md:p-0 ${alignment}`}>
      <span className="shrink-0 text-muted md:hidden" aria-hidden>
        {t(column)}
      </span>
      <span className="min-w-0 max-md:text-right">{children}</span>
    </td>
  );
}

function TodaySales({ device: { today } }: { device: ListedDevice }) {
  const t = useTranslations("console.tablets");
  const { dollars } = useFormatters();
  if (today === null) return <span className="text-muted">{t("hidden")}</span>;
  if (today.length === 0) return <span className="text-muted">{t("noSales")}</span>;
  const sum = sumTotals(today);
  return (
    <>
      <span className="tabular block font-semibold">{dollars(getNetAmount(sum))}</span>
      <span className="block text-muted text-sm">{t("orders", { count: sum.orders })}</span>
      {sum.refunded > 0 ? (
        <span className="block text-muted text-sm">{t("refunded", { amount: dollars(sum.refunded) })}</span>
      ) : null}
    </>
  );
}
