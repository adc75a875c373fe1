import { missingPage } from "@/app/[locale]/missing-page";
import { DrawPage } from "@/components/checkout/draw-page";
import { drawDescription } from "@/components/draws/draw-metadata";
import { ShareTags } from "@/components/share/share-links";
import { listFeatured } from "@/lib/activity/list-draws";
import { splitTitled } from "@/lib/draws/rules.addresses";
import { offerApplePay } from "@/lib/gateways/apple-pay/rules";
import type { Language } from "@/lib/platform/i18n/routing";
import { isLanguage } from "@/lib/platform/i18n/routing";
import { env } from "@/lib/platform/server/env";
import { appCheckSettings } from "@/lib/platform/server/env.app-check";
import { applePaySettings } from "@/lib/platform/server/env.apple-pay";
import { createContext } from "@/lib/wiring/create-context";
import { loadDraw } from "./load-draw";

/** Parameters of a draw's page; its id may have words behind it (lib/draws/rules.addresses.ts). */
export type DrawParams = Promise<{ locale: Language; id: string }>;

/** The body of a draw's page; that of unknown paths when there is no such draw. */
export async function renderDraw(params: DrawParams) {
  const { locale, id } = await params;
  // Next draws a page beside its layout, which has none for an address of no language.
  if (!isLanguage(locale)) return missingPage();
  const found = await loadDraw(splitTitled(id).id);
  if (!found.ok) return missingPage();
  const featured = await listFeatured(await createContext("reads"), found.draw);
  const { BAMBORA_SCRIPT_URL, CHECKOUT_HOST, TIRAGE_MODE } = env();
  return (
    <>
      <ShareTags
        draw={found.draw}
        description={await drawDescription(found.draw, locale)}
        locale={locale}
        checkoutHost={CHECKOUT_HOST}
      />
      <DrawPage
        draw={found.draw}
        live={found.live}
        featured={featured}
        locale={locale}
        scriptUrl={BAMBORA_SCRIPT_URL}
        applePay={offerApplePay(applePaySettings(env()))}
        appCheck={appCheckSettings(env())?.client ?? null}
        isDemo={TIRAGE_MODE === "demo"}
      />
    </>
  );
}
