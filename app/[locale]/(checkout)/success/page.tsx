import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";

import { renderOrder } from "@/app/[locale]/(checkout)/render-order";
import type { PageProps } from "@/app/[locale]/page-props";
import { ThankYou } from "@/components/orders/thank-you";
import { localizedPath } from "@/lib/platform/i18n/routing";

export const dynamic = "force-dynamic";

/** The canonical URL leaves out the query, which identifies the order. */
export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const { locale } = await params;
  const t = await getTranslations({ locale, namespace: "order" });
  return {
    title: t("plainTitle"),
    alternates: { canonical: localizedPath(locale, "/success") },
    robots: { index: false, follow: false },
  };
}

export default async function Page({ params, searchParams }: PageProps) {
  const { locale } = await params;
  const { instanceId, orderId } = await searchParams;
  if (typeof instanceId !== "string" || typeof orderId !== "string") {
    return <ThankYou locale={locale} backHref={localizedPath(locale, "/")} />;
  }
  return renderOrder({ locale, instanceId, orderId, isConfirmation: true });
}
