import { DrawText } from "@/components/draws/draw-text";
import { LiveProvider } from "@/components/draws/live/live-provider";
import { SaleNotice } from "@/components/draws/page/sale-notice";
import { formatSaleDates } from "@/components/draws/sale-dates";
import { toCheckoutDraw } from "@/components/order-form/checkout-draw";
import { AppCheckNote } from "@/components/ui/app-check/app-check-note";
import { allowsCash } from "@/lib/draws/rules";
import type { LiveState, PublicDraw } from "@/lib/draws/rules.projection";
import type { Language } from "@/lib/platform/i18n/routing";
import type { AppCheckClient } from "@/lib/platform/server/env.gateways";
import { ParentGuard } from "./device/parent-guard";
import { TerminalSale } from "./sale/terminal-sale";
import { TerminalFrame } from "./terminal-frame";

type SalePageProps = {
  draw: PublicDraw;
  live: LiveState;
  locale: Language;
  scriptUrl: string;
  checkoutHost: string;
  appCheck: AppCheckClient | null;
  isDemo: boolean;
  namedParentId: string | null;
};

const namespaces = ["live", "checkout", "fieldProblems", "terminalSale"] as const;

/** Short, because tablets are few and the last tickets sell fast. */
const refreshMs = 5000;

export function SalePage({ draw, live, locale, isDemo, namedParentId, ...server }: SalePageProps) {
  const { scriptUrl, checkoutHost, appCheck } = server;
  return (
    <LiveProvider drawId={draw.id} refreshMs={refreshMs} initial={live}>
      <TerminalFrame
        locale={locale}
        isDemo={isDemo}
        place="sell"
        instanceId={draw.id}
        isTestDraw={draw.isTestDraw}
        timeZone={draw.timeZone}
        namespaces={namespaces}
      >
        <div className="flex grow flex-col gap-5">
          <h1 className="text-2xl">
            <DrawText text={draw.title} locale={locale} />
          </h1>
          <ParentGuard parentId={draw.parentId} namedParentId={namedParentId}>
            <SaleNotice dates={formatSaleDates(draw, locale)} supportEmail={draw.supportEmail} />
            <TerminalSale
              draw={toCheckoutDraw(draw, locale)}
              locale={locale}
              allowsCash={allowsCash(draw)}
              allowsAnonymousCash={draw.terminal.allowAnonymousCash}
              scriptUrl={scriptUrl}
              checkoutHost={checkoutHost}
            />
          </ParentGuard>
          <AppCheckNote settings={appCheck} locale={locale} />
        </div>
      </TerminalFrame>
    </LiveProvider>
  );
}
