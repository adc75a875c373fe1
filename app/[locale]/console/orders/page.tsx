import { notFound } from "next/navigation";
import { setRequestLocale } from "next-intl/server";

import { consoleMetadata } from "@/app/[locale]/console/console-metadata";
import { consoleSettings } from "@/app/[locale]/console/console-settings";
import type { PageProps } from "@/app/[locale]/page-props";
import { ConsolePage } from "@/components/console/console-page";
import { Orders } from "@/components/console/orders/orders";
import { isLanguage } from "@/lib/platform/i18n/routing";

/** Rendered for each request, as the middleware gives it a nonce. The browser fetches the content with the session. */
export const dynamic = "force-dynamic";

export const generateMetadata = consoleMetadata("orders.title", "/console/orders");

export default async function Page({ params }: PageProps) {
  const { locale } = await params;
  if (!isLanguage(locale)) notFound();
  setRequestLocale(locale);
  return (
    <ConsolePage locale={locale} {...consoleSettings()} namespaces={["console.orders"]}>
      <Orders />
    </ConsolePage>
  );
}
