import { getTranslations } from "next-intl/server";

import { ModeBanners } from "@/components/draws/mode-banners";
import { ZoneProvider } from "@/components/draws/zone-provider";
import { AppCheckNote } from "@/components/ui/app-check/app-check-note";
import { Messages } from "@/components/ui/messages";
import { LanguageSwitch } from "@/components/ui/page/language-switch";
import { PageFooter } from "@/components/ui/page/page-footer";
import { PageHeader } from "@/components/ui/page/page-header";
import type { ApplePayOffer } from "@/lib/gateways/apple-pay/rules";
import type { Language } from "@/lib/platform/i18n/routing";
import { localizedPath } from "@/lib/platform/i18n/routing";
import { getZoneOffsets, pastYears } from "@/lib/platform/i18n/zone-offsets";

import type { AppCheckClient } from "@/lib/platform/server/env.gateways";
import { gatewayZone } from "@/lib/reconciliation/rules.day";
import type { OpenedBy } from "./verification";
import { Verification } from "./verification";

type VerificationPageProps = {
  locale: Language;
  isDemo: boolean;
  openedBy: OpenedBy | null;
  offer: ApplePayOffer | null;
  appCheck: AppCheckClient | null;
};

export async function VerificationPage(props: VerificationPageProps) {
  const { locale, isDemo, openedBy, offer, appCheck } = props;
  const t = await getTranslations({ locale, namespace: "verification" });
  return (
    <Messages namespaces={["verification", "reasons", "console.confirm", "console.passkey"]}>
      <ModeBanners locale={locale} isDemo={isDemo} isTestDraw={false} />
      <PageHeader homeHref={localizedPath(locale, "/")} homeLabel={t("home")}>
        <LanguageSwitch />
      </PageHeader>
      <main className="wrap-anywhere mx-auto grid max-w-3xl grid-cols-1 gap-6 px-4 py-6 sm:px-6 sm:py-10">
        <div className="grid gap-2">
          <h1 className="text-3xl sm:text-4xl">{t("title")}</h1>
          <p className="max-w-prose text-balance text-muted">{t("intro")}</p>
        </div>
        <ZoneProvider zone={getZoneOffsets(gatewayZone, new Date(), pastYears)}>
          <Verification initialSession={openedBy} offer={offer} isDemo={isDemo} />
        </ZoneProvider>
        <AppCheckNote settings={appCheck} locale={locale} />
      </main>
      <PageFooter />
    </Messages>
  );
}
