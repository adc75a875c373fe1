/** Where the browser keeps its allocation (docs/design.md, Storage keys). */
export const allocationKeys = {
  deviceId: "5050ng-deviceId",
  parentId: "5050ng-parentId",
  locationId: "5050ng-locationId",
  deviceDetails: "5050ng-deviceDetails",
} as const;

/**
 * What is said of a device when it is registered (docs/design.md, Device allocation); a tablet without a printer has
 * the printer `browser`.
 */
export type DeviceDetails = { name: string; operator: string; printer: string; active: boolean; allocated: boolean };

/** A device's registration as the browser knows it; what is missing is null. */
export type Allocation = {
  deviceId: string | null;
  parentId: string | null;
  locationId: string | null;
  deviceDetails: DeviceDetails | null;
};

/** Nothing known; something, but not all ids; all ids without all details; everything. */
export type AllocationState = "none" | "some" | "partial" | "complete";

/**
 * True when nothing is missing that a device must know of itself before it may sell (docs/design.md, Device
 * allocation).
 */
export function isComplete(details: Record<"name" | "operator" | "printer", string | null> | null): boolean {
  return Boolean(details?.name && details.operator && details.printer);
}

/** How much of an allocation is there (docs/design.md, Device allocation). */
export function allocationStateOf({ deviceId, parentId, locationId, deviceDetails }: Allocation): AllocationState {
  if (!deviceId && !parentId && !locationId) return "none";
  if (!deviceId || !parentId || !locationId) return "some";
  return isComplete(deviceDetails) ? "complete" : "partial";
}
