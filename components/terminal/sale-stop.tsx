import { useLocale, useTranslations } from "next-intl";

import { buttonClass } from "@/components/ui/button-class";
import { Notice } from "@/components/ui/notice";
import type { LiveState } from "@/lib/draws/rules.projection";
import { localizedPath } from "@/lib/i18n/routing";
import { allocationStateOf } from "@/lib/terminal/rules";
import { useConnection } from "./use-connection";
import { useDevice } from "./use-device";

/** Why a terminal sells nothing: no server, a draw that does not sell, or a device that may not. */
export type SaleStop = "unreachable" | "closed" | "device-required" | "device-revoked" | "device-incomplete";

/** What keeps this terminal from selling now; null while it may. */
export function useSaleStop(live: LiveState): SaleStop | null {
  const { isReachable } = useConnection();
  const { allocation, refusal } = useDevice();
  if (refusal === "device-required" || refusal === "device-revoked") return refusal;
  if (!isReachable) return "unreachable";
  if (!live.salesOpen) return "closed";
  return allocation && allocationStateOf(allocation) !== "complete" ? "device-incomplete" : null;
}

/** Says which device problem stops the sale and where to mend it; draws nothing for other stops, which have their own place. */
export function DeviceStop({ stop }: { stop: SaleStop | null }) {
  const t = useTranslations("terminalSale");
  const reasons = useTranslations("reasons");
  const locale = useLocale();
  if (!stop?.startsWith("device-")) return <div role="status" />;
  const reason = stop as Extract<SaleStop, `device-${string}`>;
  return (
    <div role="status">
      <Notice tone="danger" className="mb-5">
        <p className="font-medium">{reasons(reason)}</p>
        <a href={localizedPath(locale, "/terminal/register")} className={buttonClass("secondary")}>
          {t("toRegistration")}
        </a>
      </Notice>
    </div>
  );
}
