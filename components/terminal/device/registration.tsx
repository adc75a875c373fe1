"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";

import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import type { Allocation, AllocationIds } from "@/lib/terminal/device/rules";
import { readStoredAllocation } from "./allocation-store";
import { forgetCode, takeLinkCode } from "./registration-link";
import { OpenRegistration, RegisteredDevice } from "./registration-panels";
import type { RegistrationState } from "./registration-state";
import { registrationStateOf } from "./registration-state";
import { useDevice } from "./use-device";
import { useRegistration } from "./use-registration";

const nothing: Allocation = { deviceId: null, parentId: null, locationId: null, deviceDetails: null };

/** The link's code and the stored registration, read again when `moment` changes. */
function useOwnFacts(deviceId: string | null, moment: unknown) {
  const [facts, setFacts] = useState<{ code: string | null; stored: Allocation }>({ code: null, stored: nothing });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the moment is when to look again
  useEffect(() => {
    const look = () => {
      const stored = readStoredAllocation();
      setFacts({ code: takeLinkCode(deviceId ?? stored.deviceId), stored });
    };
    look();
    window.addEventListener("hashchange", look);
    return () => window.removeEventListener("hashchange", look);
  }, [deviceId, moment]);
  return facts;
}

/** A registered tablet needs no code: a link's would lie in the tab for whoever comes next. */
function useForgottenCode(isRegistered: boolean, facts: unknown) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each look may have found another code
  useEffect(() => {
    if (isRegistered) forgetCode();
  }, [isRegistered, facts]);
}

/** The focus moves along when another panel replaces the one it was in. */
function useFocusOnChange(kind: RegistrationState["kind"]) {
  const box = useRef<HTMLDivElement>(null);
  const before = useRef(kind);
  useEffect(() => {
    const wasShown = before.current === "open" || before.current === "registered";
    if (wasShown && before.current !== kind) box.current?.focus();
    before.current = kind;
  }, [kind]);
  return box;
}

export function Registration({ link, linkName = "" }: { link: AllocationIds; linkName?: string }) {
  const t = useTranslations("registration");
  const device = useDevice();
  const facts = useOwnFacts(link.deviceId, device);
  const { code, stored } = facts;
  const { isBusy, register, remove } = useRegistration();
  const state = registrationStateOf({ link, stored, device });
  const box = useFocusOnChange(state.kind);
  useForgottenCode(device.allocation !== null && !device.isLoading && device.refusal === null, facts);
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
