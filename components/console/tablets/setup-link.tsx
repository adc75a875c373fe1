"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";

import { LinkCode } from "@/components/console/link-code";
import { Notice } from "@/components/ui/notice";
import { devicesQuery } from "@/lib/terminal/device/client.admin";
import type { IssuedDevice } from "@/lib/terminal/device/rules.registration";
import { getDeviceName } from "@/lib/terminal/device/rules.registration";

/** Each call prolongs the session, so longer polling would keep an unattended one open. */
const maxPollMs = 10 * 60_000;
const pollIntervalMs = 5000;

/** Shown only this once, until the tablet has used the link. */
export function SetupLink({ issued: { device, link } }: { issued: IssuedDevice }) {
  const t = useTranslations("console.tablets");
  const [shownAt] = useState(() => Date.now());
  const read = useQuery({
    ...devicesQuery(),
    refetchInterval: ({ state: { data } }) =>
      isUsed(data?.devices) || Date.now() - shownAt > maxPollMs ? false : pollIntervalMs,
  });
  const name = getDeviceName(device);

  function isUsed(devices: readonly IssuedDevice["device"][] = []): boolean {
    const current = devices.find(({ deviceId }) => deviceId === device.deviceId);
    return current !== undefined && current.registeredAt !== device.registeredAt;
  }

  if (isUsed(read.data?.devices)) return <Notice tone="positive" role="status" title={t("used", { name })} />;
  return (
    <Notice role="status" icon="phone" title={t("issued", { name })}>
      <p>{t("issuedText")}</p>
      <LinkCode link={link} label={t("qr", { name })} />
    </Notice>
  );
}
