import type { ReactNode } from "react";

import { ModeBanners } from "@/components/draws/mode-banners";
import { ZoneProvider } from "@/components/draws/zone-provider";
import { ConnectionBanner } from "@/components/terminal/shell/connection-provider";
import { Messages } from "@/components/ui/messages";
import { Queries } from "@/components/ui/queries";
import type { MessagePath } from "@/lib/platform/i18n/message-parts";
import type { Language } from "@/lib/platform/i18n/routing";
import { getZoneOffsets, pastYears } from "@/lib/platform/i18n/zone-offsets";
import { ClearSales } from "./clear-sales";
import { DeviceProvider } from "./device/device-provider";
import { ConnectionProvider } from "./shell/connection-provider";
import { NotificationsProvider } from "./shell/notifications";
import { ScanGuard } from "./shell/scan-guard";
import type { TerminalPage } from "./terminal-header";
import { TerminalHeader } from "./terminal-header";

type TerminalFrameProps = {
  locale: Language;
  isDemo: boolean;
  place: TerminalPage;
  instanceId?: string;
  isTestDraw?: boolean;
  timeZone?: string;
  namespaces?: readonly MessagePath[];
  children: ReactNode;
};

const ownNamespaces = ["terminal", "notifications", "reasons", "language", "theme"] as const;

export function TerminalFrame(props: TerminalFrameProps) {
  const { locale, isDemo, place, instanceId, isTestDraw = false, timeZone, namespaces = [], children } = props;
  const zone = timeZone === undefined ? null : getZoneOffsets(timeZone, new Date(), pastYears);
  return (
    <Messages namespaces={[...new Set([...ownNamespaces, ...namespaces])]}>
      <Queries>
        <ConnectionProvider>
          <DeviceProvider>
            <NotificationsProvider>
              <ZoneProvider zone={zone}>
                <ClearSales place={place} instanceId={instanceId} />
                <ScanGuard />
                {/* Fills the screen, for a bar at its end. Browser translation would change receipts. */}
                <div translate="no" className="flex min-h-dvh flex-col print:block print:min-h-0">
                  {/* A receipt itself says that it is a test, and a banner would make it longer. */}
                  <div className="print:hidden">
                    <ModeBanners locale={locale} isDemo={isDemo} isTestDraw={isTestDraw} />
                  </div>
                  <TerminalHeader place={place} instanceId={instanceId} />
                  <ConnectionBanner />
                  <main className="wrap-anywhere mx-auto w-full max-w-6xl grow px-4 py-6 has-data-sticky-bar:flex has-data-sticky-bar:flex-col sm:px-6 sm:py-8 max-lg:has-data-sticky-bar:pb-0 print:max-w-none print:p-0">
                    {children}
                  </main>
                </div>
              </ZoneProvider>
            </NotificationsProvider>
          </DeviceProvider>
        </ConnectionProvider>
      </Queries>
    </Messages>
  );
}
