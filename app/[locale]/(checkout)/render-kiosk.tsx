import "@/app/kiosk.css";
import { missingPage } from "@/app/[locale]/missing-page";
import { KioskPage } from "@/components/checkout/kiosk-page";
import { splitTitled } from "@/lib/draws/rules.addresses";
import { isLanguage } from "@/lib/platform/i18n/routing";
import { env } from "@/lib/platform/server/env";
import { appCheckSettings } from "@/lib/platform/server/env.app-check";
import { applePaySettings } from "@/lib/platform/server/env.apple-pay";
import { loadDraw } from "./load-draw";
import type { DrawParams } from "./render-draw";

/** The body of a draw's page on a shared tablet; that of unknown paths when there is no such draw. */
export async function renderKiosk(params: DrawParams) {
  const { locale, id } = await params;
  // Next draws a page beside its layout, which has none for an address of no language.
  if (!isLanguage(locale)) return missingPage();
  const found = await loadDraw(splitTitled(id).id);
  if (!found.ok) return missingPage();
  const { BAMBORA_SCRIPT_URL, CHECKOUT_HOST, TIRAGE_MODE } = env();
  const { draw, live } = found;
  const appCheck = appCheckSettings(env())?.client ?? null;
  const phones = { checkoutHost: CHECKOUT_HOST, takesApplePay: applePaySettings(env()) !== null };
  const place = { locale, scriptUrl: BAMBORA_SCRIPT_URL, phones, appCheck, isDemo: TIRAGE_MODE === "demo" };
  return <KioskPage draw={draw} live={live} {...place} />;
}
