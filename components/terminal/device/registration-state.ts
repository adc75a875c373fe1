import type { CallRefusal } from "@/lib/platform/http/fetch-json";
import type { Allocation, AllocationState } from "@/lib/terminal/rules";
import { allocationStateOf } from "@/lib/terminal/rules";
import type { AllocationIds } from "@/lib/terminal/rules.cookies";

/**
 * What the page of registration knows: the link, what this browser keeps, and what the server says of its credential.
 */
export type RegistrationFacts = {
  link: AllocationIds;
  stored: Allocation;
  device: { allocation: Allocation | null; isLoading: boolean; refusal: CallRefusal["reason"] | null };
};

/**
 * Where a registration stands; `ended` is why the server knows a registration no more that this browser still keeps.
 */
export type RegistrationState =
  | { kind: "checking" }
  | { kind: "unreachable" }
  | { kind: "registered"; allocation: Allocation; isComplete: boolean; isOther: boolean }
  | {
      kind: "open";
      ids: AllocationIds;
      has: Exclude<AllocationState, "partial" | "complete"> | "all";
      ended: string | null;
    };

function hasAny({ deviceId, parentId, locationId }: AllocationIds): boolean {
  return Boolean(deviceId || parentId || locationId);
}

/** Where a registration stands: the server's word counts, then the link, then what the browser kept. */
export function registrationStateOf({ link, stored, device }: RegistrationFacts): RegistrationState {
  const { allocation, isLoading, refusal } = device;
  if (allocation) {
    const isComplete = allocationStateOf(allocation) === "complete";
    const isOther = link.deviceId !== null && link.deviceId !== allocation.deviceId;
    return { kind: "registered", allocation, isComplete, isOther };
  }
  if (isLoading) return { kind: "checking" };
  if (refusal !== "device-required" && refusal !== "device-revoked") return { kind: "unreachable" };
  const ids = hasAny(link) ? link : stored;
  const state = allocationStateOf({ ...ids, deviceDetails: null });
  const ended = refusal === "device-revoked" || hasAny(stored) ? refusal : null;
  return { kind: "open", ids, has: state === "none" || state === "some" ? state : "all", ended };
}
