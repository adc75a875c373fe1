import "server-only";

import { parentChain } from "@/lib/audit/rules";
import type { NewChainEntry } from "@/lib/audit/store";
import { writeChainEntry } from "@/lib/audit/store";
import type { Database } from "@/lib/platform/db/database";

import type { DeviceAction } from "./rules.audit";
import { changedDetails, deviceActor } from "./rules.audit";
import type { DetailsRow, DeviceRow } from "./store";
import { lockRegistered, saveDetails } from "./store";

/** Writes what was done to a device into the chain of its parent, in the transaction that did it. */
export function writeDeviceEntry(
  tx: Database,
  { deviceId, parentId }: { deviceId: string; parentId: string },
  { detail, ...entry }: NewChainEntry<DeviceAction>,
): Promise<void> {
  return writeChainEntry(tx, parentChain(parentId), { ...entry, detail: { device: deviceId, ...detail } });
}

/**
 * Changes what is said of a registered device, and writes down what is other than before; who worked there until then
 * did it. What is left out stays. Null when the credential opens nothing.
 */
export async function changeDetails(
  tx: Database,
  credentialHash: string,
  details: DetailsRow,
  at: Date,
): Promise<DeviceRow | null> {
  const before = await lockRegistered(tx, credentialHash);
  const after = before && (await saveDetails(tx, before.deviceId, details));
  const detail = before && after && changedDetails(before, after);
  if (detail) await writeDeviceEntry(tx, after, { action: "device-completed", at, actor: deviceActor(before), detail });
  return after;
}
