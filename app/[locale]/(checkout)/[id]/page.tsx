import type { Metadata, Viewport } from "next";

import type { DrawParams } from "@/app/[locale]/(checkout)/load-draw";
import { describeDraw, loadDraw } from "@/app/[locale]/(checkout)/load-draw";
import { missingPage } from "@/app/[locale]/missing-page";
import { DrawPage } from "@/components/checkout/draw-page";
import { getDrawDescription } from "@/components/draws/draw-metadata";
import { ShareTags } from "@/components/share/share-links";
import { listFeatured } from "@/lib/activity/list-draws";
import { parseTitledId } from "@/lib/draws/pages/rules.page-paths";
import { toApplePayOffer } from "@/lib/gateways/apple-pay/rules";
import { isLanguage } from "@/lib/platform/i18n/routing";
import { env } from "@/lib/platform/server/env";
import { appCheckSettings, applePaySettings } from "@/lib/platform/server/env.gateways";
import { createContext } from "@/lib/wiring/create-context";

type PageProps = { params: DrawParams };

/** Seconds in the page cache. The browser polls what changes faster. */
export const revalidate = 1;

export function generateStaticParams() {
  return [];
}

/** Lets the bar at the bottom read a phone's safe area (`env(safe-area-inset-bottom)`). */
export const viewport: Viewport = { viewportFit: "cover" };

export function generateMetadata({ params }: PageProps): Promise<Metadata> {
  return describeDraw(params, { isKiosk: false });
}

export default async function Page({ params }: PageProps) {
  const { locale, id } = await params;
  // Next renders a page even if its layout refuses the language.
  if (!isLanguage(locale)) return missingPage();
  const view = await loadDraw(parseTitledId(id).id);
  if (!view.ok) return missingPage();
  const { draw, live } = view;
  const { BAMBORA_SCRIPT_URL: scriptUrl, CHECKOUT_HOST: checkoutHost, TIRAGE_MODE } = env();
  const description = await getDrawDescription(draw, locale);
  return (
    <>
      <ShareTags draw={draw} description={description} locale={locale} checkoutHost={checkoutHost} />
      <DrawPage
        {...{ draw, live, locale, scriptUrl }}
        featured={await listFeatured(await createContext("reads"), draw)}
        applePay={toApplePayOffer(applePaySettings(env()))}
        appCheck={appCheckSettings(env())?.client ?? null}
        isDemo={TIRAGE_MODE === "demo"}
      />
    </>
  );
}
