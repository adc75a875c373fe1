import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";

import { loadDraw } from "@/app/[locale]/(checkout)/load-draw";
import { SoldPlace } from "@/components/terminal/sold-place";
import { env } from "@/lib/env";
import type { Language } from "@/lib/i18n/routing";
import { isLanguage } from "@/lib/i18n/routing";

type PageProps = {
  params: Promise<{ locale: Language }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

/** Rendered for each request and kept by nobody. */
export const dynamic = "force-dynamic";

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const { locale } = await params;
  const t = await getTranslations({ locale, namespace: "terminalReceipt" });
  return { title: t("title"), robots: { index: false, follow: false }, referrer: "no-referrer" };
}

/** The page after a sale (`instanceId`, `orderId`): a shell, whose order is fetched with the device's credential. */
export default async function Page({ params, searchParams }: PageProps) {
  const { locale } = await params;
  const { instanceId, orderId } = await searchParams;
  if (!isLanguage(locale) || typeof instanceId !== "string" || typeof orderId !== "string") notFound();
  const found = await loadDraw(instanceId);
  const { CHECKOUT_HOST, TIRAGE_MODE } = env();
  return (
    <SoldPlace
      instanceId={instanceId}
      orderId={orderId}
      draw={found.ok ? found.draw : null}
      locale={locale}
      checkoutHost={CHECKOUT_HOST}
      isDemo={TIRAGE_MODE === "demo"}
    />
  );
}
