/** Where the browser keeps its allocation (docs/design.md, Storage keys). */
export const allocationKeys = {
  deviceId: "5050ng-deviceId",
  parentId: "5050ng-parentId",
  locationId: "5050ng-locationId",
  deviceDetails: "5050ng-deviceDetails",
} as const;

/** See docs/design.md, Device allocation; `browser` is the printer of a tablet without one. */
export type DeviceDetails = { name: string; operator: string; printer: string; active: boolean; allocated: boolean };

/** A device's registration as its browser knows it; what is missing is null. */
export type Allocation = {
  deviceId: string | null;
  parentId: string | null;
  locationId: string | null;
  deviceDetails: DeviceDetails | null;
};

/** No ids; some of them; all, without all details; everything. */
export type AllocationState = "none" | "some" | "partial" | "complete";

export function allocationStateOf({ deviceId, parentId, locationId, deviceDetails }: Allocation): AllocationState {
  if (!deviceId && !parentId && !locationId) return "none";
  if (!deviceId || !parentId || !locationId) return "some";
  return isComplete(deviceDetails) ? "complete" : "partial";
}

/** Whether a device has the details without which it may not sell. */
export function isComplete(details: Record<"name" | "operator" | "printer", string | null> | null): boolean {
  return Boolean(details?.name && details.operator && details.printer);
}

/** The ids of a device in its cookies; what is missing is null. */
export type AllocationIds = { deviceId: string | null; parentId: string | null; locationId: string | null };

export const idKeys = ["deviceId", "parentId", "locationId"] as const;

/** The `__Host-` prefix keeps other hosts from setting it, on https. */
export function idCookieName(key: keyof AllocationIds, isSecure: boolean): string {
  return `${isSecure ? "__Host-" : ""}${allocationKeys[key]}`;
}

/**
 * Reads the ids beside the credential. Anyone can write them: they tell a page guard where to redirect, and give no
 * access (docs/design.md, Device credential).
 */
export function readIdCookies(header: string | null, isSecure: boolean): AllocationIds {
  const find = (key: keyof AllocationIds) =>
    new RegExp(`(?:^|;\\s*)${idCookieName(key, isSecure)}=([A-Za-z0-9_-]{1,64})(?:;|$)`).exec(header ?? "")?.[1] ??
    null;
  return { deviceId: find("deviceId"), parentId: find("parentId"), locationId: find("locationId") };
}

/** The headers that set the three ids for so many seconds; 0 ends them. */
export function writeIdCookies(ids: AllocationIds, seconds: number, isSecure: boolean): string[] {
  const attributes = `Path=/; Max-Age=${seconds}; SameSite=Lax${isSecure ? "; Secure" : ""}`;
  return idKeys.map((key) => `${idCookieName(key, isSecure)}=${ids[key] ?? ""}; ${attributes}`);
}
