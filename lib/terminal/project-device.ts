import "server-only";

import type { AdminDevice } from "./rules.registration";
import { deviceStateOf } from "./rules.registration";
import type { DeviceRow } from "./store";

/** A device's row as an admin sees it at `now`. */
export function projectDevice(row: DeviceRow, now: Date): AdminDevice {
  const { deviceId, label, parentId, locationId, name, operator, printer, listsOthers } = row;
  return {
    deviceId,
    label,
    parentId,
    locationId,
    state: deviceStateOf(row, now),
    name,
    operator,
    printer,
    listsOthers,
    createdAt: row.createdAt.toISOString(),
    codeExpiresAt: row.codeExpiresAt.toISOString(),
    registeredAt: row.registeredAt?.toISOString() ?? null,
    revokedAt: row.revokedAt?.toISOString() ?? null,
  };
}
