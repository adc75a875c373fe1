"use client";

import { useLocale, useTranslations } from "next-intl";
import { buttonClass } from "@/components/ui/button-class";
import { Notice } from "@/components/ui/notice";
import { formatLocale, localizedPath } from "@/lib/platform/i18n/routing";
import type { Allocation } from "@/lib/terminal/device/rules";
import { getAllocationState } from "@/lib/terminal/device/rules";
import { ThemeSetting } from "./theme-setting";
import { useCanRegister } from "./use-device";

export function isDeviceRefused(reason: string | null): reason is "device-required" | "device-revoked" {
  return reason === "device-required" || reason === "device-revoked";
}

function RegisterLink({ children }: { children: string }) {
  const href = localizedPath(useLocale(), "/terminal/register");
  return (
    <p>
      <a href={href} className={buttonClass("primary")}>
        {children}
      </a>
    </p>
  );
}

export function DeviceRefused({ reason }: { reason: "device-required" | "device-revoked" }) {
  const t = useTranslations("terminal.refused");
  const reasons = useTranslations("reasons");
  const mayRegister = useCanRegister();
  return (
    <div className="grid max-w-2xl gap-6">
      <Notice tone="warning" role="alert" icon="lock" title={t(`${reason}.title`)}>
        {reason === "device-revoked" ? <p>{reasons(reason)}</p> : null}
        <p className="text-muted">{t(`${reason}.how`)}</p>
        {mayRegister ? <RegisterLink>{t("register")}</RegisterLink> : null}
      </Notice>
      {mayRegister ? null : <ThemeSetting />}
    </div>
  );
}

export function DeviceIncomplete({ allocation }: { allocation: Allocation }) {
  const t = useTranslations("terminal.partial");
  const locale = useLocale();
  if (getAllocationState(allocation) === "complete") return null;
  const parts = ["name", "operator", "printer"] as const;
  const missing = parts.filter((part) => !allocation.deviceDetails?.[part]).map((part) => t(`parts.${part}`));
  const partList = new Intl.ListFormat(formatLocale(locale), { type: "conjunction" }).format(missing);
  return (
    <Notice tone="warning" icon="alert" title={t("title")}>
      <p>{t("missing", { parts: partList })}</p>
      <RegisterLink>{t("complete")}</RegisterLink>
    </Notice>
  );
}
