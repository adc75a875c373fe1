"use client";

import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { keepNotification, useNotifications } from "@/components/terminal/shell/use-notifications";
import { localizedPath } from "@/lib/platform/i18n/routing";
import type { RegistrationRefusal } from "@/lib/terminal/device/client";
import { deleteAllocation, registerDevice } from "@/lib/terminal/device/client";
import type { Allocation, AllocationIds } from "@/lib/terminal/device/rules";
import { getAllocationState } from "@/lib/terminal/device/rules";
import { clearStoredAllocation, storeAllocation } from "./allocation-store";
import { clearLinkCode, storeCode } from "./registration-link";
import { useDevice } from "./use-device";

/**
 * With a readable answer, the text is the server's or `fallback`; otherwise it is our own (docs/design.md, Terminal
 * messages). French has its own text for each reason.
 */
function useFailureText(): (refusal: RegistrationRefusal, fallback?: string) => string {
  const locale = useLocale();
  const t = useTranslations("registration.notifications");
  const reasons = useTranslations("reasons");
  return ({ reason, message }, fallback = t("unknown")) => {
    if (reason === "unreachable") return t("unreachable");
    if (locale === "fr" && reason !== "failed" && reasons.has(reason)) return reasons(reason);
    return message || fallback;
  };
}

export type DetailsInput = { name: string; operator: string; printer: string };

export type RegistrationResult = { success: boolean; message: string; isOfCode?: boolean };

/** The device isn't registered any more, so ending the registration has succeeded. */
function hasEnded({ reason }: RegistrationRefusal): boolean {
  return reason === "device-required";
}

/** The call can never succeed, so its code isn't stored. */
function isFinal({ reason }: RegistrationRefusal): boolean {
  return reason.startsWith("device-");
}

/** Keeps the results of calls, and announces each. */
function useResults() {
  const { add } = useNotifications();
  return {
    succeed(title: string, description: string): RegistrationResult {
      add({ title, description, color: "positive", icon: "check-circle" });
      return { success: true, message: title };
    },
    fail(title: string, description: string, message = description): RegistrationResult {
      add({ title, description, color: "danger", icon: "alert" });
      return { success: false, message };
    },
  };
}

function useWork() {
  const [isBusy, setBusy] = useState(false);
  async function run(call: () => Promise<RegistrationResult>): Promise<RegistrationResult> {
    setBusy(true);
    try {
      return await call();
    } finally {
      setBusy(false);
    }
  }
  return { isBusy, run };
}

export function useRegistration() {
  const t = useTranslations("registration.notifications");
  const locale = useLocale();
  const { reload } = useDevice();
  const { succeed, fail } = useResults();
  const failureText = useFailureText();
  const { isBusy, run } = useWork();

  function recordRegistered(allocation: Allocation): RegistrationResult {
    storeAllocation(allocation);
    clearLinkCode();
    reload();
    const name = allocation.deviceDetails?.name ?? "";
    const isComplete = getAllocationState(allocation) === "complete";
    return succeed(t("registered"), isComplete ? t("registeredText", { name }) : t("registeredPartly"));
  }

  const register = (ids: AllocationIds, input: DetailsInput, code: string | null) =>
    run(async () => {
      const { deviceId, parentId, locationId } = ids;
      const isCompleteLink = deviceId && parentId && locationId;
      if (!isCompleteLink) return fail(t("registerFailed"), t("unknown"), t("registrationFailed"));
      const key = code ? storeCode(deviceId, code).key : null;
      const deviceData = { locationId, ...(code ? { code } : {}), ...input };
      const answer = await registerDevice({ deviceId, parentId, deviceData }, key);
      if (answer.ok) return recordRegistered(answer.allocation);
      if (isFinal(answer)) {
        clearLinkCode();
        reload();
      }
      const result = fail(t("registerFailed"), failureText(answer), failureText(answer, t("registrationFailed")));
      return { ...result, isOfCode: answer.reason.startsWith("device-code-") };
    });

  function finishDeletion(title: string, description: string): RegistrationResult {
    if (!keepNotification({ title, description })) {
      reload();
      return succeed(title, description);
    }
    window.location.assign(localizedPath(locale, "/terminal"));
    return { success: true, message: title };
  }

  /** Both ids are required (docs/design.md, Ending a registration). */
  const remove = ({ deviceId, parentId }: AllocationIds) =>
    run(async () => {
      if (!deviceId || !parentId) return fail(t("deleteImpossible"), t("idsRequired"));
      const answer = await deleteAllocation({ deviceId, parentId });
      if (!answer.ok && !hasEnded(answer)) {
        return fail(t("deleteFailed"), failureText(answer, t("deletionFailed")));
      }
      clearStoredAllocation();
      clearLinkCode();
      return finishDeletion(t("deleted"), t("deletedText"));
    });

  return { isBusy, register, remove };
}
