/** Keys of local storage and names of cookies, fixed by the specification (docs/design.md, Storage keys). */
export const allocationKeys = {
  deviceId: "5050ng-deviceId",
  parentId: "5050ng-parentId",
  locationId: "5050ng-locationId",
  deviceDetails: "5050ng-deviceDetails",
} as const;

/** A browser's stored registration (docs/design.md, Device allocation). `printer` is `browser` if there is none. */
export type DeviceDetails = { name: string; operator: string; printer: string; active: boolean; allocated: boolean };

export type Allocation = {
  deviceId: string | null;
  parentId: string | null;
  locationId: string | null;
  deviceDetails: DeviceDetails | null;
};

/** `none` and `some` lack ids. `partial` has all ids but lacks details. */
export type AllocationState = "none" | "some" | "partial" | "complete";

export function getAllocationState({ deviceId, parentId, locationId, deviceDetails }: Allocation): AllocationState {
  if (!deviceId && !parentId && !locationId) return "none";
  if (!deviceId || !parentId || !locationId) return "some";
  return isComplete(deviceDetails) ? "complete" : "partial";
}

/** Otherwise the device can't sell. */
export function isComplete(details: Record<"name" | "operator" | "printer", string | null> | null): boolean {
  return Boolean(details?.name && details.operator && details.printer);
}

export type AllocationIds = { deviceId: string | null; parentId: string | null; locationId: string | null };

export const idKeys = ["deviceId", "parentId", "locationId"] as const;

/** On https, the `__Host-` prefix keeps other hosts from setting the cookie. */
export function idCookieName(key: keyof AllocationIds, isSecure: boolean): string {
  return `${isSecure ? "__Host-" : ""}${allocationKeys[key]}`;
}

/** The ids only tell a page guard where to redirect; they give no access (docs/design.md, Device credential). */
export function readIdCookies(header: string | null, isSecure: boolean): AllocationIds {
  const find = (key: keyof AllocationIds) =>
    new RegExp(`(?:^|;\\s*)${idCookieName(key, isSecure)}=([A-Za-z0-9_-]{1,64})(?:;|$)`).exec(header ?? "")?.[1] ??
    null;
  return { deviceId: find("deviceId"), parentId: find("parentId"), locationId: find("locationId") };
}

export function writeIdCookies(ids: AllocationIds, seconds: number, isSecure: boolean): string[] {
  const attributes = `Path=/; Max-Age=${seconds}; SameSite=Lax${isSecure ? "; Secure" : ""}`;
  return idKeys.map((key) => `${idCookieName(key, isSecure)}=${ids[key] ?? ""}; ${attributes}`);
}
