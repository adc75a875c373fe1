import { getTranslations } from "next-intl/server";
import { LazyPartsProvider } from "@/components/checkout/lazy-parts-provider";
import { TrustLines } from "@/components/checkout/trust-lines";
import { StillImage } from "@/components/draws/banner";
import { Cause } from "@/components/draws/cause";
import { DrawParagraphs, DrawText } from "@/components/draws/draw-text";
import { ResponsiblePlay } from "@/components/draws/fine-print";
import { getSellingColors } from "@/components/draws/ground-style";
import { LiveProvider } from "@/components/draws/live/live-provider";
import { ModeBanners } from "@/components/draws/mode-banners";
import { PrizeTicket } from "@/components/draws/page/prize-ticket";
import { SaleNotice } from "@/components/draws/page/sale-notice";
import { formatSaleDates } from "@/components/draws/sale-dates";
import { ZoneProvider } from "@/components/draws/zone-provider";
import { toCheckoutDraw } from "@/components/order-form/checkout-draw";
import { CashAdvance } from "@/components/payment/cash-advance";
import { AppCheckNote } from "@/components/ui/app-check/app-check-note";
import { Icon } from "@/components/ui/icon";
import { Messages } from "@/components/ui/messages";
import { BrandMark } from "@/components/ui/page/brand-mark";
import { QrCode } from "@/components/ui/qr-code";
import type { LiveState, PublicDraw } from "@/lib/draws/rules.projection";
import { hasOrderForm } from "@/lib/draws/rules.projection";
import { describePools } from "@/lib/orders/rules.pools";
import type { Language } from "@/lib/platform/i18n/routing";
import { localizedPath } from "@/lib/platform/i18n/routing";
import { getZoneOffsets } from "@/lib/platform/i18n/zone-offsets";
import type { AppCheckClient } from "@/lib/platform/server/env.gateways";
import { KioskCheckout, StartOverSlot } from "./kiosk-checkout";
import { KioskLanguage } from "./kiosk-language";

type KioskPageProps = {
  draw: PublicDraw;
  live: LiveState;
  locale: Language;
  scriptUrl: string;
  phones: { checkoutHost: string; takesApplePay: boolean };
  appCheck: AppCheckClient | null;
  isDemo: boolean;
};

const pageClass =
  "kiosk wrap-anywhere mx-auto grid max-w-6xl gap-y-5 px-4 pt-4 pb-8 sm:gap-y-3 sm:px-6 sm:pt-3 " +
  "lg:grid-cols-[17rem_minmax(0,1fr)] lg:grid-rows-[auto_1fr] lg:gap-x-6 lg:gap-y-4 lg:pt-5 " +
  "min-[72rem]:grid-cols-[20rem_minmax(0,1fr)] min-[72rem]:gap-x-8";

const headClass =
  "grid grid-cols-[minmax(0,1fr)] gap-4 sm:max-md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] " +
  "md:max-lg:gap-0 md:max-lg:overflow-hidden md:max-lg:rounded-card";

const footClass =
  "flex flex-wrap content-start gap-x-6 gap-y-3 text-[0.875rem] text-muted leading-5 " +
  "lg:sticky lg:top-21 lg:col-start-1 lg:self-start";

/** A draw's page on a tablet that many buyers share (docs/design.md, Shared tablet). */
export async function KioskPage({ draw, live, locale, scriptUrl, phones, appCheck, isDemo }: KioskPageProps) {
  const { recentPurchases_refreshRate: refreshMs, enableFireworks } = draw.additionalOptions;
  const checkoutDraw = withoutLicenceLinks(draw, locale);
  const colors = getSellingColors(draw);
  const pageOnPhones = phones.checkoutHost + localizedPath(locale, `/${draw.id}`);
  return (
    <LiveProvider drawId={draw.id} refreshMs={refreshMs} initial={{ ...live, recent: [] }}>
      <Messages namespaces={["live", "checkout", "reasons", "fieldProblems", "order", "kiosk"]}>
        <LazyPartsProvider>
          <ModeBanners locale={locale} isDemo={isDemo} isTestDraw={draw.isTestDraw} />
          <Head locale={locale} />
          <main className={`${pageClass} ${colors.className}`} style={colors.style}>
            <div className={headClass}>
              <PrizeTicket draw={draw} live={live} locale={locale} />
              <CausePanel draw={draw} locale={locale} />
            </div>
            <div className="flex flex-col gap-5 lg:col-start-2 lg:row-span-2 lg:row-start-1">
              <SaleNotice dates={formatSaleDates(draw, locale)} supportEmail={undefined} />
              <ZoneProvider zone={getZoneOffsets(draw.timeZone, new Date(live.serverTime), 0)}>
                <KioskCheckout
                  draw={checkoutDraw}
                  locale={locale}
                  card={{ scriptUrl }}
                  cashAdvanceNotice={<CashAdvance draw={checkoutDraw} id="checkout-cash-advance" className="mb-2" />}
                  footer={<TrustLines />}
                  pools={[...describePools(draw, locale)]}
                  isFestive={enableFireworks}
                />
              </ZoneProvider>
              <AppCheckNote settings={appCheck} locale={locale} />
            </div>
            <div className={footClass}>
              {hasOrderForm(live) ? <OwnPhone url={pageOnPhones} takesApplePay={phones.takesApplePay} /> : null}
              <FinePrint draw={draw} locale={locale} />
            </div>
          </main>
        </LazyPartsProvider>
      </Messages>
    </LiveProvider>
  );
}

function withoutLicenceLinks(draw: PublicDraw, locale: Language) {
  const checkoutDraw = toCheckoutDraw(draw, locale);
  return { ...checkoutDraw, addOns: checkoutDraw.addOns.map(({ licenceHref: _licenceHref, ...addOn }) => addOn) };
}

async function Head({ locale }: Pick<KioskPageProps, "locale">) {
  const t = await getTranslations("language");
  const other = locale === "fr" ? "en" : "fr";
  return (
    <header className="sticky top-0 z-20 border-line border-b bg-raised">
      <div className="mx-auto flex min-h-15 max-w-6xl flex-wrap items-center gap-x-2 px-4 sm:gap-x-3 sm:px-6">
        <BrandMark />
        <StartOverSlot />
        <nav aria-label={t("label")}>
          <KioskLanguage current={locale} other={other}>
            {t(other)}
          </KioskLanguage>
        </nav>
      </div>
    </header>
  );
}

const pictureClass =
  "h-0 min-h-18 w-full flex-1 object-[50%_60%] object-cover " +
  "md:max-lg:h-auto md:max-lg:min-h-12 md:max-lg:w-66 md:max-lg:flex-none md:max-lg:object-[50%_82%] " +
  "md:max-lg:contain-size lg:aspect-[10/3] lg:h-auto lg:flex-none lg:max-[72rem]:object-[50%_75%] " +
  "lg:[@media(height<54rem)]:aspect-[16/3] lg:[@media(height<54rem)]:min-h-0";

const causeClass =
  "mb-0 px-4 py-3 text-[1rem] [&>span]:[-webkit-line-clamp:none] md:max-lg:flex-1 md:max-lg:rounded-none " +
  "md:max-lg:py-1 md:max-lg:text-[0.9375rem] md:max-lg:text-balance md:max-lg:leading-5 " +
  "lg:py-2.5 lg:text-[0.9375rem] lg:leading-5.5";

function CausePanel({ draw, locale }: Pick<KioskPageProps, "draw" | "locale">) {
  return (
    <div className="flex flex-col overflow-hidden rounded-card bg-[color-mix(in_srgb,var(--color-brand)_9%,var(--color-raised))] md:max-lg:flex-row-reverse md:max-lg:rounded-none">
      <StillImage image={draw.bannerImage} className={pictureClass} />
      <Cause draw={draw} locale={locale} className={causeClass} />
    </div>
  );
}

type OwnPhoneProps = {
  url: string;
  takesApplePay: boolean;
};

const boxClass =
  "grid min-w-0 grow basis-full grid-cols-[8.5rem_minmax(0,1fr)] items-center overflow-hidden rounded-card border " +
  "border-line bg-raised in-[main:not(:has(#checkout))]:hidden sm:max-lg:basis-72 " +
  "lg:max-[72rem]:grid-cols-[6.75rem_minmax(0,1fr)]";

async function OwnPhone({ url, takesApplePay }: OwnPhoneProps) {
  const t = await getTranslations("share.ownPhone");
  return (
    <aside aria-labelledby="own-phone" className={boxClass}>
      <QrCode text={url} label={t("code")} className="size-full bg-white" />
      <div className="grid gap-1 py-3 pr-3 pl-2.5 lg:max-[72rem]:pl-1">
        <h2 id="own-phone" className="text-[1.0625rem] text-ink leading-5">
          {t("title")}
        </h2>
        <p>{t(takesApplePay ? "scan" : "scanByCard")}</p>
      </div>
    </aside>
  );
}

async function FinePrint({ draw, locale }: Pick<KioskPageProps, "draw" | "locale">) {
  const t = await getTranslations("draw");
  return (
    <>
      <CollapsedRules draw={draw} locale={locale} />
      <div className="grid min-w-0 grow basis-full content-center gap-2 sm:max-lg:basis-72">
        <p>
          <span>
            <DrawText text={draw.organization} locale={locale} />
          </span>
          {draw.license ? <span className="block">{t("licence", { number: draw.license })}</span> : null}
        </p>
        <ResponsiblePlay draw={draw} isPlain />
      </div>
    </>
  );
}

async function CollapsedRules({ draw, locale }: Pick<KioskPageProps, "draw" | "locale">) {
  const t = await getTranslations("draw");
  return (
    <details className="fold boxed grow basis-full bg-raised text-[1rem] text-ink sm:max-lg:order-1">
      <summary className="fold-line">
        {t("rules")}
        <Icon name="chevron-down" />
      </summary>
      <div id="rules" className="grid scroll-mt-32 gap-3">
        <DrawParagraphs text={draw.rules} locale={locale} />
      </div>
    </details>
  );
}
