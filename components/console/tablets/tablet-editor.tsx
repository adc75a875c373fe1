"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";

import { RevokeStep } from "@/components/console/revoke-step";
import { useActions } from "@/components/console/use-actions";
import { useDateTimeFormat } from "@/components/console/use-console-text";
import { Button } from "@/components/ui/button";
import { useFormatters } from "@/components/ui/use-formatters";
import { changeDevice, devicesQuery, renewDevice, revokeDevice } from "@/lib/terminal/device/client.admin";
import { getDeviceName, printerChoices } from "@/lib/terminal/device/rules.registration";
import type { ListedDevice } from "@/lib/terminal/summary/rules";
import { getNetAmount } from "@/lib/terminal/summary/rules.sums";

import { SetupLink } from "./setup-link";

type TabletEditorProps = { id: string; device: ListedDevice; onRevoked: (device: ListedDevice) => void };

type ActionName = "change" | "renew" | "revoke";

export function TabletEditor({ id, device, onRevoked }: TabletEditorProps) {
  const t = useTranslations("console.tablets");
  const queries = useQueryClient();
  const reload = () => queries.invalidateQueries({ queryKey: devicesQuery().queryKey });
  const { dollars } = useFormatters();
  const { isBusy, getButtonState, outcome, run } = useActions<ActionName>(reload);
  const { deviceId, listsOthers, registeredAt, today } = device;
  const name = getDeviceName(device);
  const cash = today?.find(({ method }) => method === "cash");
  const netCash = cash ? getNetAmount(cash) : 0;
  const change = () =>
    run(
      "change",
      () => changeDevice(deviceId, { listsOthers: !listsOthers }),
      () => t("saved"),
    );
  const renew = () =>
    run(
      "renew",
      () => renewDevice(deviceId),
      ({ body }) => <SetupLink issued={body} />,
    );
  const revoke = async () => {
    const answer = await run(
      "revoke",
      () => revokeDevice(deviceId),
      () => t("revoked", { name }),
    );
    if (answer?.ok) onRevoked(device);
  };
  return (
    <div
      id={id}
      className="grid grid-cols-1 divide-y divide-line rounded-control border border-line bg-sunken px-4 *:py-4"
      aria-busy={isBusy || undefined}
    >
      <TabletDetails device={device} />
      {outcome}
      {device.state === "revoked" ? null : (
        <>
          <div>
            <label className="tick font-medium">
              <input
                type="checkbox"
                checked={listsOthers}
                aria-disabled={isBusy || undefined}
                aria-describedby={`${id}-lists-others`}
                onChange={change}
              />
              <span>{t("listsOthers")}</span>
            </label>
            <p id={`${id}-lists-others`} className="hint pl-10">
              {t("listsOthersText")}
            </p>
          </div>
          <div className="flex flex-wrap items-center gap-3">
            <Button variant="secondary" {...getButtonState("renew")} onClick={renew}>
              {t(registeredAt ? "renew" : "newCode")}
            </Button>
            <p className="text-muted text-sm">{t(registeredAt ? "renewText" : "newCodeText")}</p>
          </div>
          <RevokeStep
            subject="tablets"
            name={name}
            advice={netCash > 0 ? t("cashTaken", { amount: dollars(netCash) }) : undefined}
            {...getButtonState("revoke")}
            onRevoke={revoke}
          />
        </>
      )}
    </div>
  );
}

function TabletDetails({ device }: { device: ListedDevice }) {
  const t = useTranslations("console.tablets");
  const methods = useTranslations("terminal.today.methods");
  const printers = useTranslations("registration.printers");
  const formatDateTime = useDateTimeFormat();
  const { dollars } = useFormatters();
  const { deviceId, registeredAt, codeExpiresAt, revokedAt, printer, state, today } = device;
  const choice = printerChoices.find((name) => name === printer);
  const details: [string, string][] = [
    [t("id"), deviceId],
    [t("setUp"), registeredAt ? formatDateTime(registeredAt) : t("notSetUp")],
    ...(state === "waiting" ? [[t("linkUntil"), formatDateTime(codeExpiresAt)] as [string, string]] : []),
    ...(revokedAt ? [[t("revokedAt"), formatDateTime(revokedAt)] as [string, string]] : []),
    [t("refunds"), t("refundsText")],
    [t("printer"), choice ? printers(choice) : (printer ?? t("noPrinter"))],
    ...(today ?? []).map((total): [string, string] => [
      t("todayBy", { method: methods(total.method) }),
      dollars(getNetAmount(total)),
    ]),
  ];
  return (
    <dl className="grid grid-cols-1 gap-x-6 gap-y-2 sm:grid-cols-2 lg:grid-cols-4">
      {details.map(([name, value]) => (
        <div key={name}>
          <dt className="text-muted text-sm">{name}</dt>
          <dd className="tabular">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
