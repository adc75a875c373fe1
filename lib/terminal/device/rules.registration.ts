import type { AllocationIds } from "./rules";

/** Browsers keep cookies for at most 400 days. */
export const credentialSeconds = 400 * 24 * 60 * 60;

export const maxDetailLength = 80;

/** Receipt rolls in mm (docs/design.md, Printer widths). */
export const paperWidths = [58, 80] as const;

export type PaperWidth = (typeof paperWidths)[number] | null;

/** Reads the width in the printer's name. `browser` and names without a width print a sheet. */
export function readPaperWidth(printer: string | undefined): PaperWidth {
  const numbers = (printer ?? "").match(/\d+/g) ?? [];
  const [first] = numbers.flatMap((number) => paperWidths.filter((width) => String(width) === number));
  return first ?? null;
}

export const printerChoices = [...paperWidths.map((width) => `${width}mm` as const), "browser"] as const;

/** `code-over`: the code expired or was used. `incomplete`: details are missing. */
export type DeviceState = "waiting" | "code-over" | "incomplete" | "registered" | "revoked";

/** Times in ISO 8601. */
export type AdminDevice = {
  deviceId: string;
  label: string;
  parentId: string;
  locationId: string;
  state: DeviceState;
  name: string | null;
  operator: string | null;
  printer: string | null;
  listsOthers: boolean;
  /** To the minute. Null before the first call. */
  lastSeenAt: string | null;
  createdAt: string;
  codeExpiresAt: string;
  registeredAt: string | null;
  revokedAt: string | null;
};

export type IssuedDevice = { device: AdminDevice; code: string; link: string };

export function getDeviceName({ name, label }: Pick<AdminDevice, "name" | "label">): string {
  return name ?? label;
}

export function readFragmentCode(fragment: string): string | null {
  return new URLSearchParams(fragment.replace(/^#/, "")).get("code") || null;
}

export function readLinkIds(query: Record<string, unknown>): AllocationIds {
  const readId = (value: unknown) =>
    typeof value === "string" && /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/.test(value) ? value : null;
  return { deviceId: readId(query.deviceId), parentId: readId(query.parentId), locationId: readId(query.locationId) };
}

export function readLinkName({ name }: Record<string, unknown>): string {
  return typeof name === "string" && name.length <= maxDetailLength ? name.trim() : "";
}

export const deviceActions = [
  "device-created",
  "device-renewed",
  "device-registered",
  "device-completed",
  "device-changed",
  "allocation-deleted",
  "device-revoked",
] as const;

export type DeviceAction = (typeof deviceActions)[number];
