import type { Metadata } from "next";
import { headers } from "next/headers";
import { getTranslations } from "next-intl/server";
import type { DrawParams } from "@/app/[locale]/(checkout)/load-draw";
import { loadDraw } from "@/app/[locale]/(checkout)/load-draw";
import { missingMetadata } from "@/app/[locale]/missing-page";
import { missingTerminalPage } from "@/app/[locale]/terminal/missing-terminal-page";
import { SalePage } from "@/components/terminal/sale-page";
import { localText } from "@/lib/local-text";
import { localizedPath } from "@/lib/platform/i18n/routing";
import { env } from "@/lib/platform/server/env";
import { appCheckSettings } from "@/lib/platform/server/env.gateways";
import { readIdCookies } from "@/lib/terminal/device/rules";

type PageProps = { params: DrawParams };

export const dynamic = "force-dynamic";

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const { locale, id } = await params;
  const [t, view] = await Promise.all([getTranslations({ locale, namespace: "terminalSale" }), loadDraw(id)]);
  if (!view.ok) return missingMetadata(locale);
  return {
    title: t("title", { title: localText(view.draw.title, locale).text }),
    alternates: { canonical: localizedPath(locale, `/terminal/${view.draw.id}`) },
    robots: { index: false, follow: false },
  };
}

/** Has public data only. Orders are fetched with the device's credential. */
export default async function Page({ params }: PageProps) {
  const { locale, id } = await params;
  const result = await loadDraw(id);
  if (!result.ok) return missingTerminalPage();
  const { BAMBORA_SCRIPT_URL, CHECKOUT_HOST, TIRAGE_MODE } = env();
  const ids = readIdCookies((await headers()).get("cookie"), CHECKOUT_HOST.startsWith("https:"));
  return (
    <SalePage
      draw={result.draw}
      live={result.live}
      locale={locale}
      scriptUrl={BAMBORA_SCRIPT_URL}
      checkoutHost={CHECKOUT_HOST}
      appCheck={appCheckSettings(env())?.client ?? null}
      isDemo={TIRAGE_MODE === "demo"}
      namedParentId={ids.parentId}
    />
  );
}
