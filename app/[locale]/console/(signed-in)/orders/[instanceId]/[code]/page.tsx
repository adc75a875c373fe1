import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { setRequestLocale } from "next-intl/server";

import { consoleMetadata } from "@/app/[locale]/console/console-metadata";
import { ConsoleMessages } from "@/components/console/console-page";
import { OrderView } from "@/components/console/orders/order-view";
import { isLanguage } from "@/lib/platform/i18n/routing";

type Props = { params: Promise<{ locale: string; instanceId: string; code: string }> };

export const dynamic = "force-dynamic";

/** Each order has its own title, because screen readers announce it when the page opens. */
export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { code } = await params;
  const metadata = await consoleMetadata("orders.title", "/console/orders")({ params });
  return { ...metadata, title: `${code} · ${metadata.title}` };
}

export default async function Page({ params }: Props) {
  const { locale, instanceId, code } = await params;
  if (!isLanguage(locale)) notFound();
  setRequestLocale(locale);
  return (
    <ConsoleMessages
      namespaces={[
        "console.orders",
        "terminalOrders.history",
        "order.void",
        "order.rangeAloud",
        "order.debitCards",
        "fieldProblems.malformed",
      ]}
    >
      <OrderView instanceId={instanceId} code={code} />
    </ConsoleMessages>
  );
}
