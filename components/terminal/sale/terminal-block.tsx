import { DeviceIncomplete, DeviceRefused, isDeviceRefused } from "@/components/terminal/device/device-notice";
import { useDevice } from "@/components/terminal/device/use-device";
import { useConnection } from "@/components/terminal/shell/use-connection";
import type { LiveState } from "@/lib/draws/rules.projection";
import { getAllocationState } from "@/lib/terminal/device/rules";

export type TerminalBlock = "unreachable" | "closed" | "device-required" | "device-revoked" | "device-incomplete";

export function useTerminalBlock(live: LiveState): TerminalBlock | null {
  const { isReachable } = useConnection();
  const { allocation, refusal } = useDevice();
  if (isDeviceRefused(refusal)) return refusal;
  if (!isReachable) return "unreachable";
  if (!live.salesOpen) return "closed";
  return allocation && getAllocationState(allocation) !== "complete" ? "device-incomplete" : null;
}

export function TerminalBlockNotice({ block }: { block: TerminalBlock | null }) {
  const { allocation } = useDevice();
  return (
    <div role="status" className="not-empty:mb-5">
      {block === "device-required" || block === "device-revoked" ? <DeviceRefused reason={block} /> : null}
      {block === "device-incomplete" && allocation ? <DeviceIncomplete allocation={allocation} /> : null}
    </div>
  );
}
