import { DeviceIncomplete, DeviceRefused, isDeviceRefused } from "@/components/terminal/device/device-notice";
import { useDevice } from "@/components/terminal/device/use-device";
import { useConnection } from "@/components/terminal/shell/use-connection";
import type { LiveState } from "@/lib/draws/rules.projection";
import { allocationStateOf } from "@/lib/terminal/rules";

/** Why a terminal sells nothing: no server, a draw that does not sell, or a device that may not. */
export type SaleStop = "unreachable" | "closed" | "device-required" | "device-revoked" | "device-incomplete";

/** What keeps this terminal from selling now; null while it may. */
export function useSaleStop(live: LiveState): SaleStop | null {
  const { isReachable } = useConnection();
  const { allocation, refusal } = useDevice();
  if (isDeviceRefused(refusal)) return refusal;
  if (!isReachable) return "unreachable";
  if (!live.salesOpen) return "closed";
  return allocation && allocationStateOf(allocation) !== "complete" ? "device-incomplete" : null;
}

/**
 * Says which device problem stops the sale and where to mend it; draws nothing for other stops, which have their own
 * place.
 */
export function DeviceStop({ stop }: { stop: SaleStop | null }) {
  const { allocation } = useDevice();
  return (
    <div role="status" className="not-empty:mb-5">
      {stop === "device-required" || stop === "device-revoked" ? <DeviceRefused reason={stop} /> : null}
      {stop === "device-incomplete" && allocation ? <DeviceIncomplete allocation={allocation} /> : null}
    </div>
  );
}
