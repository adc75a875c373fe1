import { allocationKeys } from "./rules";

/** The ids of a device as the cookies carry them; what is missing is null. */
export type AllocationIds = { deviceId: string | null; parentId: string | null; locationId: string | null };

const idKeys = ["deviceId", "parentId", "locationId"] as const;

/** The name of the cookie that repeats one id; on https no other host can have set it. */
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

/** The headers that set the three ids for so many seconds; with none they end. */
export function writeIdCookies(ids: AllocationIds, seconds: number, isSecure: boolean): string[] {
  const attributes = `Path=/; Max-Age=${seconds}; SameSite=Lax${isSecure ? "; Secure" : ""}`;
  return idKeys.map((key) => `${idCookieName(key, isSecure)}=${ids[key] ?? ""}; ${attributes}`);
}
