import type { CallRefusal } from "@/lib/platform/http/browser/fetch-json";
import type { Allocation, AllocationIds, AllocationState } from "@/lib/terminal/device/rules";
import { getAllocationState } from "@/lib/terminal/device/rules";

export type RegistrationInput = {
  link: AllocationIds;
  stored: Allocation;
  device: { allocation: Allocation | null; isLoading: boolean; refusal: CallRefusal["reason"] | null };
};

/** `endReason` is set if the server no longer knows a registration that this browser still stores. */
export type RegistrationState =
  | { kind: "checking" }
  | { kind: "unreachable" }
  | { kind: "registered"; allocation: Allocation; isComplete: boolean; isOtherDevice: boolean }
  | {
      kind: "open";
      ids: AllocationIds;
      has: Exclude<AllocationState, "partial" | "complete"> | "all";
      endReason: string | null;
    };

function hasAny({ deviceId, parentId, locationId }: AllocationIds): boolean {
  return Boolean(deviceId || parentId || locationId);
}

export function getRegistrationState({ link, stored, device }: RegistrationInput): RegistrationState {
  const { allocation, isLoading, refusal } = device;
  if (allocation) {
    const isComplete = getAllocationState(allocation) === "complete";
    const isOther = link.deviceId !== null && link.deviceId !== allocation.deviceId;
    return { kind: "registered", allocation, isComplete, isOtherDevice: isOther };
  }
  if (isLoading) return { kind: "checking" };
  if (refusal !== "device-required" && refusal !== "device-revoked") return { kind: "unreachable" };
  const ids = hasAny(link) ? link : stored;
  const state = getAllocationState({ ...ids, deviceDetails: null });
  const ended = refusal === "device-revoked" || hasAny(stored) ? refusal : null;
  return { kind: "open", ids, has: state === "none" || state === "some" ? state : "all", endReason: ended };
}
