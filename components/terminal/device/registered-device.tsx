"use client";

import { useLocale, useTranslations } from "next-intl";

import { buttonClass } from "@/components/ui/button-class";
import { Card } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";
import { localizedPath } from "@/lib/platform/i18n/routing";
import type { Allocation } from "@/lib/terminal/rules";
import { DeleteRegistration } from "./delete-registration";
import { DeviceLocation } from "./device-location";
import { RegistrationForm } from "./registration-form";
import { SellingSettings } from "./selling-settings";
import type { RegistrationResult, SaidDetails } from "./use-registration";

type RegisteredDeviceProps = {
  allocation: Allocation;
  isComplete: boolean;
  /** True where the link that was opened is for another registration. */
  isOther: boolean;
  isBusy: boolean;
  onSave: (said: SaidDetails) => Promise<RegistrationResult>;
  onDelete: () => Promise<RegistrationResult>;
};

const detailNames = ["name", "operator", "printer"] as const;

function RegisteredNotice({ allocation, isComplete }: Pick<RegisteredDeviceProps, "allocation" | "isComplete">) {
  const t = useTranslations("registration");
  const locale = useLocale();
  const missing = detailNames.filter((name) => !allocation.deviceDetails?.[name]).map((name) => t(`missing.${name}`));
  const list = new Intl.ListFormat(locale, { type: "conjunction" }).format(missing);
  return (
    <Notice
      tone={isComplete ? "positive" : "warning"}
      role="status"
      title={t(isComplete ? "states.complete" : "states.partial")}
    >
      {isComplete ? (
        <a href={localizedPath(locale, "/terminal")} className={`${buttonClass()} justify-self-start`}>
          {t("open")}
        </a>
      ) : (
        <p>{t("states.partialText", { missing: list })}</p>
      )}
    </Notice>
  );
}

/** A browser that is a device: what is known of it, to be completed, and the way to end it. */
export function RegisteredDevice(props: RegisteredDeviceProps) {
  const t = useTranslations("registration");
  const { allocation, isOther, isBusy, onSave, onDelete } = props;
  return (
    <div className="grid gap-6">
      {isOther ? (
        <Notice tone="warning" role="status" title={t("states.other")}>
          <p>{t("states.otherText")}</p>
        </Notice>
      ) : null}
      <RegisteredNotice {...props} />
      <Card aria-labelledby="details" className="grid gap-6">
        <DeviceLocation ids={allocation} />
        <h2 id="details" className="text-xl">
          {t("details")}
        </h2>
        <RegistrationForm
          details={allocation.deviceDetails}
          asksCode={false}
          isBusy={isBusy}
          onSubmit={(said) => onSave(said)}
        />
      </Card>
      <SellingSettings printer={allocation.deviceDetails?.printer ?? ""} />
      <DeleteRegistration isBusy={isBusy} onDelete={onDelete} />
    </div>
  );
}
