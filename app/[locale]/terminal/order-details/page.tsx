import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";

import { loadDraw } from "@/app/[locale]/(checkout)/load-draw";
import { drawFactsOf } from "@/components/terminal/draw-facts";
import { OrderDetails } from "@/components/terminal/order-details";
import { TerminalFrame } from "@/components/terminal/terminal-frame";
import { env } from "@/lib/env";
import type { Language } from "@/lib/i18n/routing";
import { isLanguage } from "@/lib/i18n/routing";

type PageProps = {
  params: Promise<{ locale: Language }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

/** A shell made for each request: the order is fetched with the device's credential. */
export const dynamic = "force-dynamic";

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const { locale } = await params;
  const t = await getTranslations({ locale, namespace: "terminalOrders.titles" });
  return { title: t("details"), robots: { index: false, follow: false } };
}

/** One order with all that its operator is shown of it. */
export default async function Page({ params, searchParams }: PageProps) {
  const [{ locale }, { instanceId, orderId }] = await Promise.all([params, searchParams]);
  if (!isLanguage(locale) || typeof instanceId !== "string" || typeof orderId !== "string") notFound();
  const found = await loadDraw(instanceId);
  const draw = found.ok ? found.draw : null;
  const frame = { locale, instanceId, isDemo: env().TIRAGE_MODE === "demo", isTestDraw: draw?.isTestDraw ?? false };
  return (
    <TerminalFrame {...frame} place="details" namespaces={["order", "terminalOrders"]}>
      <OrderDetails instanceId={instanceId} orderId={orderId} draw={draw && drawFactsOf(draw)} />
    </TerminalFrame>
  );
}
