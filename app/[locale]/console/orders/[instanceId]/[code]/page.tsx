import { notFound } from "next/navigation";
import { setRequestLocale } from "next-intl/server";

import { consoleMetadata } from "@/app/[locale]/console/console-metadata";
import { consoleSettings } from "@/app/[locale]/console/console-settings";
import { ConsolePage } from "@/components/console/console-page";
import { OrderView } from "@/components/console/orders/order-view";
import { isLanguage } from "@/lib/platform/i18n/routing";

type Props = { params: Promise<{ locale: string; instanceId: string; code: string }> };

/** Rendered for each request, as the middleware gives it a nonce. The browser fetches the content with the session. */
export const dynamic = "force-dynamic";

export const generateMetadata = consoleMetadata("orders.title", "/console/orders");

export default async function Page({ params }: Props) {
  const { locale, instanceId, code } = await params;
  if (!isLanguage(locale)) notFound();
  setRequestLocale(locale);
  return (
    <ConsolePage
      locale={locale}
      {...consoleSettings()}
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
    </ConsolePage>
  );
}
