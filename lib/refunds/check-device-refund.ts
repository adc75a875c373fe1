import "server-only";

import type { Device } from "@/lib/actor";
import { readDrawRecord } from "@/lib/draws/store";
import type { OrderRow } from "@/lib/orders/store";
import type { Database } from "@/lib/platform/db/database";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import { deviceRefundsAnHour, hourMs, whyNoDeviceRefund } from "./rules.device-refunds";
import { countDeviceRefunds } from "./store.device-refunds";

/**
 * Checks that a device may refund a sold order at `now`, in the transaction that has locked the draw, the order and the
 * refunds of the device; null if it may. Refusals: those of `whyNoDeviceRefund`, and `refund-limit` after ten in the
 * last hour, in whichever draw.
 */
export async function checkDeviceRefund(
  tx: Database,
  device: Pick<Device, "deviceId" | "parentId">,
  { order, now }: { order: OrderRow; now: Date },
): Promise<Refusal | null> {
  const record = await readDrawRecord(tx, order.drawId);
  const reason = record ? whyNoDeviceRefund({ ...record, order }, device, now) : "order-not-found";
  if (reason) return refuse(reason);
  const made = await countDeviceRefunds(tx, device, new Date(now.getTime() - hourMs));
  return made < deviceRefundsAnHour ? null : refuse("refund-limit");
}
