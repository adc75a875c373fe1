import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";

import { loadOrder } from "@/app/[locale]/(checkout)/load-order";
import { drawHref } from "@/components/draws/draw-address";
import { OrderPage } from "@/components/orders/order-page";
import { ThankYou } from "@/components/orders/thank-you";
import { env } from "@/lib/env";
import type { Language } from "@/lib/i18n/routing";
import { isLanguage, localizedPath } from "@/lib/i18n/routing";

type PageProps = {
  params: Promise<{ locale: Language }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

/** An order is read for each request and kept by nobody. */
export const dynamic = "force-dynamic";

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const { locale } = await params;
  const t = await getTranslations({ locale, namespace: "order" });
  return { title: t("plainTitle"), robots: { index: false, follow: false } };
}

/** The confirmation after payment; without an order in the query, a plain thank-you. */
export default async function Page({ params, searchParams }: PageProps) {
  const { locale } = await params;
  if (!isLanguage(locale)) notFound();
  const { instanceId, orderId } = await searchParams;
  if (typeof instanceId !== "string" || typeof orderId !== "string") {
    return <ThankYou locale={locale} backHref={localizedPath(locale, "/")} />;
  }
  const found = await loadOrder(instanceId, orderId);
  if (!found) notFound();
  const { CHECKOUT_HOST, RETURN_URL, TIRAGE_MODE } = env();
  const { order, draw } = found;
  const backHref = draw ? drawHref(draw, locale, RETURN_URL) : localizedPath(locale, "/");
  const place = { backHref, isDemo: TIRAGE_MODE === "demo", checkoutHost: CHECKOUT_HOST };
  return <OrderPage order={order} draw={draw} locale={locale} {...place} isConfirmation />;
}
