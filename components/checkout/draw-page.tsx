import { getTranslations } from "next-intl/server";
import { Cause, getOrganizationName, LicenceNumbers } from "@/components/draws/cause";
import type { ListedDraw } from "@/components/draws/draw-filter";
import { getSellingColors } from "@/components/draws/ground-style";
import { LiveProvider } from "@/components/draws/live/live-provider";
import { ModeBanners } from "@/components/draws/mode-banners";
import { BuyerNotice, DrawHead } from "@/components/draws/page/draw-head";
import { DrawLinks, FeaturedDraws } from "@/components/draws/page/draw-links";
import { DrawStory } from "@/components/draws/page/draw-story";
import { SaleNotice } from "@/components/draws/page/sale-notice";
import { DrawProof, WinnerList } from "@/components/draws/page/winner-list";
import { PixelConsent } from "@/components/draws/pixel-consent";
import { formatSaleDates } from "@/components/draws/sale-dates";
import { ZoneProvider } from "@/components/draws/zone-provider";
import { toCheckoutDraw } from "@/components/order-form/checkout-draw";
import { CheckNumber } from "@/components/orders/numbers/check-number";
import { CashAdvance } from "@/components/payment/cash-advance";
import { ShareLinks } from "@/components/share/share-links";
import { AppCheckNote } from "@/components/ui/app-check/app-check-note";
import { Messages } from "@/components/ui/messages";
import { LanguageSwitch } from "@/components/ui/page/language-switch";
import { PageFooter } from "@/components/ui/page/page-footer";
import { PageHeader } from "@/components/ui/page/page-header";
import { findMainWinner } from "@/lib/draws/prizes/rules.winners";
import type { LiveState, PublicDraw } from "@/lib/draws/rules.projection";
import { hasOrderForm } from "@/lib/draws/rules.projection";
import type { ApplePayOffer } from "@/lib/gateways/apple-pay/rules";
import type { Language } from "@/lib/platform/i18n/routing";
import { localizedPath } from "@/lib/platform/i18n/routing";
import { getZoneOffsets } from "@/lib/platform/i18n/zone-offsets";
import type { AppCheckClient } from "@/lib/platform/server/env.gateways";
import { Checkout } from "./checkout";
import { LazyPartsProvider } from "./lazy-parts-provider";
import { TrustLines } from "./trust-lines";

type DrawPageProps = {
  draw: PublicDraw;
  live: LiveState;
  featured: ListedDraw[];
  locale: Language;
  scriptUrl: string;
  applePay: ApplePayOffer | null;
  appCheck: AppCheckClient | null;
  isDemo: boolean;
  /** The path of a draft that is shown before sales open. Nothing can be bought, and no visit is counted. */
  previewPath?: string;
};

/** Meta's pixel ids have only digits. An imported id of another form is ignored. */
const pixelIdPattern = /^\d{5,20}$/;

async function VisitCounting({ draw, locale }: Pick<DrawPageProps, "draw" | "locale">) {
  if (!draw.pixelId || !pixelIdPattern.test(draw.pixelId)) return null;
  const t = await getTranslations("draw.pixel");
  const texts = {
    title: t("title"),
    text: t("text", { organization: await getOrganizationName(draw, locale) }),
    accept: t("accept"),
    decline: t("decline"),
    allowed: t("allowed"),
    declined: t("declined"),
    change: t("change"),
  };
  return (
    <aside className="px-4 sm:px-6">
      <PixelConsent pixelId={draw.pixelId} texts={texts} />
    </aside>
  );
}

export async function DrawPage({ draw, live, featured, locale, ...page }: DrawPageProps) {
  const { scriptUrl, applePay, appCheck, isDemo, previewPath } = page;
  const t = await getTranslations("draw");
  const { recentPurchases_refreshRate: refreshMs } = draw.additionalOptions;
  // Without an id, no call of a preview can reach the stored draw, which may be on sale.
  const checkoutDraw = toCheckoutDraw(previewPath ? { ...draw, id: "" } : draw, locale);
  const zone = getZoneOffsets(draw.timeZone, new Date(live.serverTime), 0);
  const colors = getSellingColors(draw);
  return (
    <LiveProvider
      drawId={draw.id}
      refreshMs={refreshMs}
      initial={{ ...live, recent: live.recent.slice(0, 1) }}
      {...(previewPath ? { isPreview: true } : {})}
    >
      <Messages namespaces={["live", "checkout", "reasons", "fieldProblems"]}>
        <LazyPartsProvider>
          <ModeBanners locale={locale} isDemo={isDemo} isTestDraw={draw.isTestDraw} />
          <PageHeader homeHref={localizedPath(locale, "/")} homeLabel={t("home")}>
            <LanguageSwitch />
          </PageHeader>
          <main className={`draw-page ${colors.className}`} style={colors.style}>
            <DrawHead draw={draw} live={live} locale={locale} />
            <div className="draw-side">
              <WinnerList draw={draw} live={live} locale={locale} check={<CheckNumber draw={draw} locale={locale} />} />
              <DrawProof draw={draw} live={live} locale={locale} />
              {findMainWinner(draw) ? null : (
                <SaleNotice dates={formatSaleDates(draw, locale)} supportEmail={draw.supportEmail} />
              )}
              <DrawLinks draw={draw} live={live} hasOthers={featured.length > 0} locale={locale} />
              <ZoneProvider zone={zone}>
                <Checkout
                  draw={checkoutDraw}
                  locale={locale}
                  card={{ scriptUrl }}
                  applePay={applePay}
                  notice={<BuyerNotice draw={draw} locale={locale} hasForm={hasOrderForm(live)} />}
                  cause={<Cause draw={draw} locale={locale} />}
                  cashAdvanceNotice={<CashAdvance draw={checkoutDraw} id="checkout-cash-advance" className="mb-3" />}
                  footer={
                    <>
                      <TrustLines />
                      <LicenceNumbers draw={draw} />
                    </>
                  }
                />
              </ZoneProvider>
              <ShareLinks draw={draw} locale={locale} path={previewPath} />
              <AppCheckNote settings={appCheck} locale={locale} />
            </div>
            <div className="draw-story">
              <DrawStory draw={draw} live={live} locale={locale} />
              <FeaturedDraws featured={featured} isOver={draw.state.time_state === "Ended"} locale={locale} />
            </div>
          </main>
          {previewPath ? null : <VisitCounting draw={draw} locale={locale} />}
          <PageFooter />
        </LazyPartsProvider>
      </Messages>
    </LiveProvider>
  );
}
