import type { AuditActor, AuditDetail } from "@/lib/audit/rules";

/** The closed list of what is written down about the devices of a parent. */
export const deviceActions = [
  "device-created",
  "device-renewed",
  "device-registered",
  "device-completed",
  "device-changed",
  "allocation-deleted",
  "device-revoked",
] as const;

/** One of `deviceActions`. */
export type DeviceAction = (typeof deviceActions)[number];

type Details = Record<"name" | "operator" | "printer", string | null>;

/** The tablet itself, with who works at it. */
export function deviceActor({ deviceId, operator }: { deviceId: string; operator: string | null }): AuditActor {
  return { kind: "device", deviceId, operator };
}

/** What is said of a device otherwise than before; null where nothing is. */
export function changedDetails(before: Details, after: Details): AuditDetail | null {
  const changed = (["name", "operator", "printer"] as const).filter((key) => before[key] !== after[key]);
  return changed.length > 0 ? Object.fromEntries(changed.map((key) => [key, after[key]])) : null;
}
