import type { AllocationIds } from "./rules.cookies";

/** How long a one-time code may be used, in ms. */
export const codeLifeMs = 24 * 60 * 60 * 1000;

/** How long a browser keeps its registration without being opened, in seconds: the longest that browsers allow. */
export const credentialSeconds = 400 * 24 * 60 * 60;

/** 26 characters of Crockford's base32 are 130 bits; an id has 50. */
export const codeLength = 26;
export const deviceIdLength = 10;

/** Widths of the rolls that receipts are laid out for, in mm (docs/design.md, Printer widths). */
export const paperWidths = [58, 80] as const;

/** What a device is registered to print on; `browser` is a tablet without a printer. */
export const printerChoices = [...paperWidths.map((width) => `${width}mm` as const), "browser"] as const;

/** Where a device stands: not registered yet, its code too old or used up, registered in part or whole, withdrawn. */
export type DeviceState = "waiting" | "code-over" | "incomplete" | "registered" | "revoked";

/**
 * A device as an admin sees it; instants in ISO. Its code and its credential are in no answer but the one that made
 * them.
 */
export type AdminDevice = {
  deviceId: string;
  label: string;
  parentId: string;
  locationId: string;
  state: DeviceState;
  name: string | null;
  operator: string | null;
  printer: string | null;
  createdAt: string;
  codeExpiresAt: string;
  registeredAt: string | null;
  revokedAt: string | null;
};

/** A device with the one link that registers it; `code` is told once and kept as a hash. */
export type IssuedDevice = { device: AdminDevice; code: string; link: string };

type StateFacts = {
  revokedAt: Date | null;
  credentialHash: string | null;
  codeUsedAt: Date | null;
  codeExpiresAt: Date;
  name: string | null;
  operator: string | null;
  printer: string | null;
};

/** Where a device stands at `now`. */
export function deviceStateOf(device: StateFacts, now: Date): DeviceState {
  if (device.revokedAt) return "revoked";
  if (device.credentialHash) return device.name && device.operator && device.printer ? "registered" : "incomplete";
  return device.codeUsedAt || device.codeExpiresAt <= now ? "code-over" : "waiting";
}

/**
 * The address that registers a device. The code stands in the fragment, which no browser sends and no log keeps; the
 * page takes it out of the address at once.
 */
export function registrationLink(checkoutHost: string, ids: AllocationIds, code: string): string {
  const query = new URLSearchParams(Object.entries(ids).filter((pair): pair is [string, string] => pair[1] !== null));
  return `${checkoutHost.replace(/\/+$/, "")}/terminal/register?${query}#code=${code}`;
}

/** The code in an address's fragment; null where there is none. */
export function codeOfFragment(fragment: string): string | null {
  return new URLSearchParams(fragment.replace(/^#/, "")).get("code") || null;
}

/** The ids that a link's query names; what is missing or malformed is null. */
export function readLinkIds(query: Record<string, unknown>): AllocationIds {
  const idOf = (value: unknown) =>
    typeof value === "string" && /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/.test(value) ? value : null;
  return { deviceId: idOf(query.deviceId), parentId: idOf(query.parentId), locationId: idOf(query.locationId) };
}
