import { notFound } from "next/navigation";
import { setRequestLocale } from "next-intl/server";

import { consoleMetadata } from "@/app/[locale]/console/console-metadata";
import { consoleSettings } from "@/app/[locale]/console/console-settings";
import type { PageProps } from "@/app/[locale]/page-props";
import { AcceptInvitation } from "@/components/console/accept-invitation";
import { ConsolePage } from "@/components/console/console-page";
import { isLanguage } from "@/lib/platform/i18n/routing";

export const dynamic = "force-dynamic";

export const generateMetadata = consoleMetadata("invitation.title", "/console/invitation");

export default async function Page({ params }: PageProps) {
  const { locale } = await params;
  if (!isLanguage(locale)) notFound();
  setRequestLocale(locale);
  return (
    <ConsolePage locale={locale} {...consoleSettings()} namespaces={["console.invitation"]}>
      <AcceptInvitation />
    </ConsolePage>
  );
}
