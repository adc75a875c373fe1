import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { loadOrder, renderOrder } from "@/app/[locale]/(checkout)/render-order";
import { getOrderState } from "@/components/payment/order-state";
import type { Language } from "@/lib/platform/i18n/routing";

type PageProps = { params: Promise<{ locale: Language; instanceId: string; orderId: string }> };

export const dynamic = "force-dynamic";

/** The URL of an order is secret, so no metadata contains it. */
export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const { locale, instanceId, orderId } = await params;
  const [t, view] = await Promise.all([
    getTranslations({ locale, namespace: "order" }),
    loadOrder(instanceId, orderId),
  ]);
  const state = view && view !== "corrected" && t(`states.${getOrderState(view.order)}.title`);
  return { title: state ? `${state} · ${t("pageTitle")}` : t("pageTitle"), robots: { index: false, follow: false } };
}

export default async function Page({ params }: PageProps) {
  return renderOrder(await params);
}
