"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";

import { Console } from "@/components/console/console";
import { LoadFailure } from "@/components/console/load-failure";
import { useOrganizers } from "@/components/console/use-organizers";
import { PasskeyConfirmationProvider } from "@/components/console/use-passkey-confirmation";
import { useQueryFilter } from "@/components/console/use-query-filter";
import { Card } from "@/components/ui/card";
import { controlClass, Field } from "@/components/ui/field";
import { FocusRestorer } from "@/components/ui/focus-restorer";
import { Notice } from "@/components/ui/notice";
import { useFormatters } from "@/components/ui/use-formatters";
import { devicesQuery } from "@/lib/terminal/device/client.admin";
import { getDeviceName } from "@/lib/terminal/device/rules.registration";
import type { ListedDevice } from "@/lib/terminal/summary/rules";
import { getNetAmount, sumTotals } from "@/lib/terminal/summary/rules.sums";

import { AddTablet } from "./add-tablet";
import { TabletTable } from "./tablet-table";

export function Tablets() {
  return (
    <Console section="tablets">
      {() => (
        <PasskeyConfirmationProvider>
          <TabletsPage />
        </PasskeyConfirmationProvider>
      )}
    </Console>
  );
}

function TabletsPage() {
  const t = useTranslations("console");
  const read = useQuery(devicesQuery());
  const devices = read.data?.devices ?? [];
  return (
    <>
      <div className="grid grid-cols-1 gap-1">
        <h1 className="text-3xl">{t("tablets.title")}</h1>
        <p className="text-muted">{t("tablets.text")}</p>
      </div>
      {read.isPending ? <p role="status">{t("loading")}</p> : null}
      <LoadFailure read={read} />
      {read.data ? (
        <>
          <TabletList devices={devices} />
          <AddTablet devices={devices} />
        </>
      ) : null}
    </>
  );
}

/** Kept in the URL. */
type Filter = { parentId: string; isRevokedShown: boolean };

function useTabletFilter(): [Filter, (filter: Filter) => void] {
  const [{ organizer, revoked }, change] = useQueryFilter(["organizer", "revoked"]);
  return [
    { parentId: organizer, isRevokedShown: revoked === "1" },
    ({ parentId, isRevokedShown }) => change({ organizer: parentId, revoked: isRevokedShown ? "1" : "" }),
  ];
}

/** Today's total counts every tablet, including those that aren't listed. */
export function TabletList({ devices }: { devices: readonly ListedDevice[] }) {
  const t = useTranslations("console.tablets");
  const [filter, setFilter] = useTabletFilter();
  const [revoked, setRevoked] = useState<ListedDevice | null>(null);
  const organizerDevices = devices.filter(({ parentId }) => filter.parentId === "" || parentId === filter.parentId);
  const visibleDevices = organizerDevices.filter((device) => filter.isRevokedShown || !isIdleRevoked(device));
  const isRevokedListed = visibleDevices.some(({ deviceId }) => deviceId === revoked?.deviceId);
  return (
    <Card aria-label={t("title")} className="grid grid-cols-1 gap-4">
      <TabletTotal devices={organizerDevices} />
      <TabletFilter
        filter={filter}
        parentIds={[...new Set(devices.map(({ parentId }) => parentId))]}
        hasRevoked={devices.some(isIdleRevoked)}
        onChange={setFilter}
      />
      {revoked && !isRevokedListed ? (
        <FocusRestorer key={revoked.deviceId}>
          <Notice tone="positive" role="status" title={t("revoked", { name: getDeviceName(revoked) })} />
        </FocusRestorer>
      ) : null}
      {visibleDevices.length > 0 ? (
        <TabletTable devices={visibleDevices} onRevoked={setRevoked} />
      ) : (
        <p className="text-muted">{t(devices.length > 0 ? "noneFound" : "none")}</p>
      )}
    </Card>
  );
}

/** A revoked tablet that sold today stays in the list, because its drawer must still be counted. */
function isIdleRevoked({ state, today }: ListedDevice): boolean {
  return state === "revoked" && !today?.length;
}

function TabletTotal({ devices }: { devices: readonly ListedDevice[] }) {
  const t = useTranslations("console.tablets");
  const { dollars } = useFormatters();
  const sum = sumTotals(devices.flatMap(({ today }) => today ?? []));
  if (!devices.some(({ today }) => today !== null)) return null;
  return (
    <p className="font-semibold text-lg">{t("total", { amount: dollars(getNetAmount(sum)), orders: sum.orders })}</p>
  );
}

type TabletFilterProps = {
  filter: Filter;
  parentIds: readonly string[];
  hasRevoked: boolean;
  onChange: (filter: Filter) => void;
};

function TabletFilter({ filter, parentIds, hasRevoked, onChange }: TabletFilterProps) {
  const t = useTranslations("console.tablets");
  const { parentId, isRevokedShown } = filter;
  const organizers = useOrganizers()
    .listOptions("devices", parentIds)
    .filter(({ id }) => parentIds.includes(id));
  if (parentIds.length < 2 && !hasRevoked) return null;
  return (
    <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
      {parentIds.length > 1 ? (
        <Field id="tablets-organizer" label={t("organizer")}>
          <select
            id="tablets-organizer"
            className={controlClass}
            value={parentId}
            onChange={(event) => onChange({ ...filter, parentId: event.target.value })}
          >
            <option value="">{t("all")}</option>
            {organizers.map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </select>
        </Field>
      ) : null}
      {hasRevoked ? (
        <label className="tick min-h-12 items-center">
          <input
            type="checkbox"
            checked={isRevokedShown}
            onChange={(event) => onChange({ ...filter, isRevokedShown: event.target.checked })}
          />
          <span>{t("showRevoked")}</span>
        </label>
      ) : null}
    </div>
  );
}
