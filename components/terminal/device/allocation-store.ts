import { clearTerminalData } from "@/components/terminal/shell/terminal-storage";
import type { Allocation, DeviceDetails } from "@/lib/terminal/device/rules";
import { allocationKeys, idCookieName } from "@/lib/terminal/device/rules";

const idKeys = ["deviceId", "parentId", "locationId"] as const;
const memoryStore = new Map<string, string>();

/** Falls back to memory if the browser stores nothing. */
function readText(key: string): string | null {
  try {
    return memoryStore.get(key) ?? window.localStorage.getItem(key);
  } catch {
    return null;
  }
}

function writeText(key: string, text: string | null): void {
  memoryStore.delete(key);
  try {
    if (text === null) window.localStorage.removeItem(key);
    else window.localStorage.setItem(key, text);
  } catch {
    if (text !== null) memoryStore.set(key, text);
  }
}

const toText = (value: unknown) => (typeof value === "string" ? value : "");

function parseDetails(text: string | null): DeviceDetails | null {
  try {
    const value = JSON.parse(text ?? "null") as Partial<DeviceDetails> | null;
    if (value === null || typeof value !== "object" || Array.isArray(value)) return null;
    const details = { name: toText(value.name), operator: toText(value.operator), printer: toText(value.printer) };
    return { ...details, active: value.active === true, allocated: value.allocated === true };
  } catch {
    return null;
  }
}

/** The last known allocation (docs/design.md, Device allocation). Only the credential gives access. */
export function readStoredAllocation(): Allocation {
  const readId = (key: (typeof idKeys)[number]) => readText(allocationKeys[key]) || null;
  const deviceDetails = parseDetails(readText(allocationKeys.deviceDetails));
  return {
    deviceId: readId("deviceId"),
    parentId: readId("parentId"),
    locationId: readId("locationId"),
    deviceDetails,
  };
}

/** Clears the data of a previous device, because it is about its buyers. */
export function storeAllocation(allocation: Allocation): void {
  const previousId = readText(allocationKeys.deviceId);
  if (previousId && previousId !== allocation.deviceId) clearTerminalData();
  for (const key of idKeys) writeText(allocationKeys[key], allocation[key]);
  const { deviceDetails } = allocation;
  writeText(allocationKeys.deviceDetails, deviceDetails && JSON.stringify(deviceDetails));
}

export function clearStoredAllocation(): void {
  clearTerminalData();
  for (const key of Object.values(allocationKeys)) writeText(key, null);
  const isSecure = window.location.protocol === "https:";
  for (const key of idKeys) {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every tablet's browser
    document.cookie = `${idCookieName(key, isSecure)}=; Path=/; Max-Age=0; SameSite=Lax${isSecure ? "; Secure" : ""}`;
  }
}
