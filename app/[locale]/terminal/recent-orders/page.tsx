import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";

import { loadDraw } from "@/app/[locale]/(checkout)/load-draw";
import { OrderListPage } from "@/components/terminal/order-list-page";
import { env } from "@/lib/env";
import type { Language } from "@/lib/i18n/routing";
import { isLanguage } from "@/lib/i18n/routing";

type PageProps = {
  params: Promise<{ locale: Language }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

/** A shell made for each request: orders are fetched with the device's credential. */
export const dynamic = "force-dynamic";

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const { locale } = await params;
  const t = await getTranslations({ locale, namespace: "terminalOrders.titles" });
  return { title: t("recent"), robots: { index: false, follow: false } };
}

/** The latest orders of a draw. */
export default async function Page({ params, searchParams }: PageProps) {
  const [{ locale }, { instanceId }] = await Promise.all([params, searchParams]);
  if (!isLanguage(locale) || typeof instanceId !== "string") notFound();
  const found = await loadDraw(instanceId);
  const page = { locale, instanceId, draw: found.ok ? found.draw : null, isDemo: env().TIRAGE_MODE === "demo" };
  return <OrderListPage {...page} status="recent" />;
}
