import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { loadOrder, renderOrder } from "@/app/[locale]/(checkout)/render-order";
import { orderStateOf } from "@/components/payment/order-state";
import type { Language } from "@/lib/platform/i18n/routing";

type PageProps = { params: Promise<{ locale: Language; instanceId: string; orderId: string }> };

/** An order is read for each request and kept by nobody. */
export const dynamic = "force-dynamic";

/**
 * The title says the state too, so that somebody who works in another tab sees it change. The address is a secret: no
 * metadata names it.
 */
export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const { locale, instanceId, orderId } = await params;
  const [t, found] = await Promise.all([
    getTranslations({ locale, namespace: "order" }),
    loadOrder(instanceId, orderId),
  ]);
  const state = found && found !== "corrected" && t(`states.${orderStateOf(found.order)}.title`);
  return { title: state ? `${state} · ${t("pageTitle")}` : t("pageTitle"), robots: { index: false, follow: false } };
}

/** The buyer's own page of an order; whoever knows its address may read it. */
export default async function Page({ params }: PageProps) {
  return renderOrder(await params);
}
