import "server-only";

import type { Allocation } from "./rules";
import type { DeviceRow } from "./store";

/**
 * A registered device's row as its browser keeps it (docs/design.md, Device allocation); a detail that is missing is an
 * empty text.
 */
export function projectAllocation({ deviceId, parentId, locationId, ...row }: DeviceRow): Allocation {
  const { name, operator, printer } = row;
  const details = { name: name ?? "", operator: operator ?? "", printer: printer ?? "" };
  return { deviceId, parentId, locationId, deviceDetails: { ...details, active: true, allocated: true } };
}
