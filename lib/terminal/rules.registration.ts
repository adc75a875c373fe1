import type { AllocationIds } from "./rules.cookies";

/** How long a one-time code may be used, in ms. */
export const codeLifeMs = 24 * 60 * 60 * 1000;

/** How long a browser keeps its registration without being opened, in seconds: the longest that browsers allow. */
export const credentialSeconds = 400 * 24 * 60 * 60;

/** 26 characters of Crockford's base32 are 130 bits; an id has 50. */
export const codeLength = 26;
export const deviceIdLength = 10;

/** The longest text that is said of a device: its name, its operator, its printer. */
export const longestDetail = 80;

/** Widths of the rolls that receipts are laid out for, in mm (docs/design.md, Printer widths). */
export const paperWidths = [58, 80] as const;

/** Width of the roll that a receipt is printed on, in mm; null for a sheet of whatever printer the tablet has. */
export type PaperWidth = (typeof paperWidths)[number] | null;

/** The roll of a printer as its device was told: `browser` and what names no width print on a sheet. */
export function paperWidthOf(printer: string | undefined): PaperWidth {
  const numbers = (printer ?? "").match(/\d+/g) ?? [];
  const [named] = numbers.flatMap((number) => paperWidths.filter((width) => String(width) === number));
  return named ?? null;
}

/** What a device is registered to print on; `browser` is a tablet without a printer. */
export const printerChoices = [...paperWidths.map((width) => `${width}mm` as const), "browser"] as const;

/** A device's state: not registered yet, its code too old or used up, registered partially or completely, revoked. */
export type DeviceState = "waiting" | "code-over" | "incomplete" | "registered" | "revoked";

/** A device as an admin sees it; times in ISO. Its code and its credential are only in the answer that created them. */
export type AdminDevice = {
  deviceId: string;
  label: string;
  parentId: string;
  locationId: string;
  state: DeviceState;
  name: string | null;
  operator: string | null;
  printer: string | null;
  /** Whether it lists what others sold, too. */
  listsOthers: boolean;
  createdAt: string;
  codeExpiresAt: string;
  registeredAt: string | null;
  revokedAt: string | null;
};

/** A device's data in the link that registers it. */
type LinkedDevice = Pick<AdminDevice, "deviceId" | "parentId" | "locationId" | "label" | "name">;

/** A device with the one link that registers it; `code` is shown once and stored as a hash. */
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

/** A device's state at `now`. */
export function deviceStateOf(device: StateFacts, now: Date): DeviceState {
  if (device.revokedAt) return "revoked";
  if (device.credentialHash) return device.name && device.operator && device.printer ? "registered" : "incomplete";
  return device.codeUsedAt || device.codeExpiresAt <= now ? "code-over" : "waiting";
}

/** What people call a device: as it was registered, until then as an admin named it. */
export function deviceNameOf({ name, label }: Pick<AdminDevice, "name" | "label">): string {
  return name ?? label;
}

/**
 * The address that registers a device, with the name that its form starts with. The code is in the fragment, which no
 * browser sends and no log stores; the page removes it from the address immediately.
 */
export function registrationLink(checkoutHost: string, device: LinkedDevice, code: string): string {
  const { deviceId, parentId, locationId } = device;
  const query = new URLSearchParams({ deviceId, parentId, locationId, name: deviceNameOf(device) });
  return `${checkoutHost.replace(/\/+$/, "")}/terminal/register?${query}#code=${code}`;
}

/** The code in an address's fragment; null if there is none. */
export function codeOfFragment(fragment: string): string | null {
  return new URLSearchParams(fragment.replace(/^#/, "")).get("code") || null;
}

/** The ids that a link's query names; what is missing or malformed is null. */
export function readLinkIds(query: Record<string, unknown>): AllocationIds {
  const idOf = (value: unknown) =>
    typeof value === "string" && /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/.test(value) ? value : null;
  return { deviceId: idOf(query.deviceId), parentId: idOf(query.parentId), locationId: idOf(query.locationId) };
}

/** The name that a link suggests; empty if it suggests none. */
export function readLinkName({ name }: Record<string, unknown>): string {
  return typeof name === "string" && name.length <= longestDetail ? name.trim() : "";
}
