import type { AllocationIds } from "./rules";

/** How long a browser keeps its registration without being opened, in seconds: the longest that browsers allow. */
export const credentialSeconds = 400 * 24 * 60 * 60;

export const longestDetail = 80;

/** Widths of the rolls that receipts are laid out for, in mm (docs/design.md, Printer widths). */
export const paperWidths = [58, 80] as const;

/** Null for a sheet of whatever printer the tablet has. */
export type PaperWidth = (typeof paperWidths)[number] | null;

/** The roll that a printer's name mentions; `browser` and names without a width print on a sheet. */
export function paperWidthOf(printer: string | undefined): PaperWidth {
  const numbers = (printer ?? "").match(/\d+/g) ?? [];
  const [first] = numbers.flatMap((number) => paperWidths.filter((width) => String(width) === number));
  return first ?? null;
}

/** What a device can be registered to print on; `browser` is a tablet without a printer. */
export const printerChoices = [...paperWidths.map((width) => `${width}mm` as const), "browser"] as const;

/** `waiting` for its registration; `code-over` if its code is too old or used; `incomplete` without some details. */
export type DeviceState = "waiting" | "code-over" | "incomplete" | "registered" | "revoked";

/** A device as an admin sees it; times in ISO. */
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

/** A device with the one link that registers it; `code` is shown once. */
export type IssuedDevice = { device: AdminDevice; code: string; link: string };

/** A device's own name; until it is registered the admin's. */
export function deviceNameOf({ name, label }: Pick<AdminDevice, "name" | "label">): string {
  return name ?? label;
}

export function codeOfFragment(fragment: string): string | null {
  return new URLSearchParams(fragment.replace(/^#/, "")).get("code") || null;
}

/** The ids in a link's query; what is missing or malformed is null. */
export function readLinkIds(query: Record<string, unknown>): AllocationIds {
  const idOf = (value: unknown) =>
    typeof value === "string" && /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/.test(value) ? value : null;
  return { deviceId: idOf(query.deviceId), parentId: idOf(query.parentId), locationId: idOf(query.locationId) };
}

/** The name that a link suggests; empty if it suggests none. */
export function readLinkName({ name }: Record<string, unknown>): string {
  return typeof name === "string" && name.length <= longestDetail ? name.trim() : "";
}
