"use client";

import { useLocale, useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { Card } from "@/components/ui/card";
import { ConfirmStep } from "@/components/ui/confirm-step";
import { Notice } from "@/components/ui/notice";
import { localizedPath } from "@/lib/platform/i18n/routing";
import type { Allocation, AllocationIds } from "@/lib/terminal/device/rules";
import { readStoredAllocation } from "./allocation-store";
import { formatId } from "./readable-id";
import { RegistrationForm } from "./registration-form";
import { clearLinkCode, takeLinkCode } from "./registration-link";
import type { RegistrationState } from "./registration-state";
import { getRegistrationState } from "./registration-state";
import { SellingSettings } from "./selling-settings";
import { useDevice } from "./use-device";
import type { DetailsInput, RegistrationResult } from "./use-registration";
import { useRegistration } from "./use-registration";

export function Registration({ link, linkName = "" }: { link: AllocationIds; linkName?: string }) {
  const t = useTranslations("registration");
  const device = useDevice();
  const registration = useStoredRegistration(link.deviceId, device);
  const { code, stored } = registration;
  const { isBusy, register, remove } = useRegistration();
  const state = getRegistrationState({ link, stored, device });
  const box = useFocusOnChange(state.kind);
  useClearLinkCode(device.allocation !== null && !device.isLoading && device.refusal === null, registration);
  if (state.kind === "checking") return <p role="status">{t("checking")}</p>;
  if (state.kind === "unreachable") {
    return (
      <Notice tone="warning" role="status" title={t("states.unreachable")}>
        <Button variant="secondary" className="justify-self-start" onClick={device.reload}>
          {t("tryAgain")}
        </Button>
      </Notice>
    );
  }
  return (
    <div ref={box} tabIndex={-1}>
      {state.kind === "registered" ? (
        <RegisteredDevice
          {...state}
          isBusy={isBusy}
          onSave={(input) => register(state.allocation, input, null)}
          onDelete={() => remove(state.allocation)}
        />
      ) : (
        <OpenRegistration
          {...state}
          name={linkName}
          hasCode={code !== null}
          isBusy={isBusy}
          onRegister={(input, typed) => register(state.ids, input, typed ?? code)}
          onDelete={() => remove(stored)}
        />
      )}
    </div>
  );
}

const emptyAllocation: Allocation = { deviceId: null, parentId: null, locationId: null, deviceDetails: null };

function useStoredRegistration(deviceId: string | null, trigger: unknown) {
  const [registration, setRegistration] = useState<{ code: string | null; stored: Allocation }>({
    code: null,
    stored: emptyAllocation,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the moment is when to look again
  useEffect(() => {
    const readRegistration = () => {
      const stored = readStoredAllocation();
      setRegistration({ code: takeLinkCode(deviceId ?? stored.deviceId), stored });
    };
    readRegistration();
    window.addEventListener("hashchange", readRegistration);
    return () => window.removeEventListener("hashchange", readRegistration);
  }, [deviceId, trigger]);
  return registration;
}

function useFocusOnChange(kind: RegistrationState["kind"]) {
  const box = useRef<HTMLDivElement>(null);
  const previousKind = useRef(kind);
  useEffect(() => {
    const wasShown = previousKind.current === "open" || previousKind.current === "registered";
    if (wasShown && previousKind.current !== kind) box.current?.focus();
    previousKind.current = kind;
  }, [kind]);
  return box;
}

/** A registered tablet needs no code, and a link's code would stay in the tab for the next person. */
function useClearLinkCode(isRegistered: boolean, registration: unknown) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each look may have found another code
  useEffect(() => {
    if (isRegistered) clearLinkCode();
  }, [isRegistered, registration]);
}

type RegisteredDeviceProps = {
  allocation: Allocation;
  isComplete: boolean;
  isOtherDevice: boolean;
  isBusy: boolean;
  onSave: (input: DetailsInput) => Promise<RegistrationResult>;
  onDelete: () => Promise<RegistrationResult>;
};

function RegisteredDevice(props: RegisteredDeviceProps) {
  const t = useTranslations("registration");
  const { allocation, isOtherDevice, isBusy, onSave, onDelete } = props;
  return (
    <div className="grid gap-6">
      {isOtherDevice ? (
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
          requiresCode={false}
          isBusy={isBusy}
          onSubmit={(input) => onSave(input)}
        />
      </Card>
      <SellingSettings printer={allocation.deviceDetails?.printer ?? ""} />
      <DeleteRegistration isBusy={isBusy} onDelete={onDelete} />
    </div>
  );
}

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

function DeviceLocation({ ids }: { ids: AllocationIds }) {
  const t = useTranslations("registration");
  const details = [
    ["parent", ids.parentId],
    ["location", ids.locationId],
  ] as const;
  return (
    <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
      {details.map(([name, value]) => (
        <div key={name}>
          <dt className="text-muted text-sm">{t(name)}</dt>
          <dd className="break-words font-semibold">{value ? formatId(value) : null}</dd>
        </div>
      ))}
    </dl>
  );
}

type DeleteRegistrationProps = { isBusy: boolean; onDelete: () => Promise<unknown> };

function DeleteRegistration({ isBusy, onDelete }: DeleteRegistrationProps) {
  const t = useTranslations("registration.delete");
  return (
    <div className="justify-self-start">
      <ConfirmStep
        label={t("open")}
        variant="secondary"
        question={t("title")}
        explanation={t("text")}
        yes={t(isBusy ? "deleting" : "confirm")}
        no={t("keep")}
        busy={isBusy}
        onYes={onDelete}
      />
    </div>
  );
}

type OpenRegistrationProps = Omit<Extract<RegistrationState, { kind: "open" }>, "kind"> & {
  name: string;
  hasCode: boolean;
  isBusy: boolean;
  onRegister: (input: DetailsInput, typedCode: string | null) => Promise<RegistrationResult>;
  onDelete: () => Promise<RegistrationResult>;
};

function OpenRegistration(props: OpenRegistrationProps) {
  const { ids, has, endReason, name, hasCode, isBusy, onRegister, onDelete } = props;
  const t = useTranslations("registration");
  const reasons = useTranslations("reasons");
  return (
    <div className="grid gap-6">
      <p className="-mt-4 max-w-prose text-balance text-muted">{t("intro")}</p>
      {endReason ? (
        <Notice tone="danger" role="status" title={t("states.ended")}>
          <p>{endReason === "device-revoked" ? reasons(endReason) : t("states.endedText")}</p>
          <DeleteRegistration isBusy={isBusy} onDelete={onDelete} />
        </Notice>
      ) : null}
      {has === "all" ? (
        <Card aria-labelledby="details" className="grid gap-6">
          <DeviceLocation ids={ids} />
          <h2 id="details" className="text-xl">
            {t("details")}
          </h2>
          <RegistrationForm details={null} name={name} requiresCode={!hasCode} isBusy={isBusy} onSubmit={onRegister} />
        </Card>
      ) : (
        <Notice tone="warning" title={t(`states.${has}`)}>
          <p>{t(has === "some" ? "states.someText" : "states.noneText")}</p>
        </Notice>
      )}
    </div>
  );
}
