import "@/app/kiosk.css";
import type { Metadata } from "next";

import type { DrawParams } from "@/app/[locale]/(checkout)/load-draw";
import { describeDraw, loadDraw } from "@/app/[locale]/(checkout)/load-draw";
import { missingPage } from "@/app/[locale]/missing-page";
import { KioskPage } from "@/components/checkout/kiosk/kiosk-page";
import { parseTitledId } from "@/lib/draws/pages/rules.page-paths";
import { isLanguage } from "@/lib/platform/i18n/routing";
import { env } from "@/lib/platform/server/env";
import { appCheckSettings, applePaySettings } from "@/lib/platform/server/env.gateways";

type PageProps = { params: DrawParams };

export const revalidate = 1;

export function generateStaticParams() {
  return [];
}

export function generateMetadata({ params }: PageProps): Promise<Metadata> {
  return describeDraw(params, { isKiosk: true });
}

export default async function Page({ params }: PageProps) {
  const { locale, id } = await params;
  if (!isLanguage(locale)) return missingPage();
  const view = await loadDraw(parseTitledId(id).id);
  if (!view.ok) return missingPage();
  const { BAMBORA_SCRIPT_URL, CHECKOUT_HOST, TIRAGE_MODE } = env();
  const appCheck = appCheckSettings(env())?.client ?? null;
  const phones = { checkoutHost: CHECKOUT_HOST, takesApplePay: applePaySettings(env()) !== null };
  const place = { locale, scriptUrl: BAMBORA_SCRIPT_URL, phones, appCheck, isDemo: TIRAGE_MODE === "demo" };
  return <KioskPage draw={view.draw} live={view.live} {...place} />;
}
