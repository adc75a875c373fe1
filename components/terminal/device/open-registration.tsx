"use client";

import { useTranslations } from "next-intl";

import { Card } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";
import { DeleteRegistration } from "./delete-registration";
import { DeviceLocation } from "./device-location";
import { RegistrationForm } from "./registration-form";
import type { RegistrationState } from "./registration-state";
import type { RegistrationResult, SaidDetails } from "./use-registration";

type OpenRegistrationProps = Omit<Extract<RegistrationState, { kind: "open" }>, "kind"> & {
  /** What the link calls the tablet. */
  name: string;
  hasCode: boolean;
  isBusy: boolean;
  onRegister: (said: SaidDetails, typedCode: string | null) => Promise<RegistrationResult>;
  onDelete: () => Promise<RegistrationResult>;
};

/** A browser that is no device: the form where its link is whole, else what is missing. */
export function OpenRegistration(props: OpenRegistrationProps) {
  const { ids, has, ended, name, hasCode, isBusy, onRegister, onDelete } = props;
  const t = useTranslations("registration");
  const reasons = useTranslations("reasons");
  return (
    <div className="grid gap-6">
      <p className="-mt-4 max-w-prose text-balance text-muted">{t("intro")}</p>
      {ended ? (
        <Notice tone="danger" role="status" title={t("states.ended")}>
          <p>{ended === "device-revoked" ? reasons(ended) : t("states.endedText")}</p>
          <DeleteRegistration isBusy={isBusy} onDelete={onDelete} />
        </Notice>
      ) : null}
      {has === "all" ? (
        <Card aria-labelledby="details" className="grid gap-6">
          <DeviceLocation ids={ids} />
          <h2 id="details" className="text-xl">
            {t("details")}
          </h2>
          <RegistrationForm details={null} name={name} asksCode={!hasCode} isBusy={isBusy} onSubmit={onRegister} />
        </Card>
      ) : (
        <Notice tone="warning" title={t(`states.${has}`)}>
          <p>{t(has === "some" ? "states.someText" : "states.noneText")}</p>
        </Notice>
      )}
    </div>
  );
}
