import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { setRequestLocale } from "next-intl/server";

import { consoleMetadata } from "@/app/[locale]/console/console-metadata";
import { ConsoleMessages } from "@/components/console/console-page";
import { DrawPage } from "@/components/console/draws/draw-page";
import { isLanguage } from "@/lib/platform/i18n/routing";

type Props = { params: Promise<{ locale: string; instanceId: string }> };

/** Rendered per request for the middleware's nonce. The browser fetches the content with the session. */
export const dynamic = "force-dynamic";

/** Each draw has a title of its own, which is read out when it opens. */
export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { instanceId } = await params;
  const metadata = await consoleMetadata("draws.title", "/console/draws")({ params });
  return { ...metadata, title: `${instanceId} · ${metadata.title}` };
}

export default async function Page({ params }: Props) {
  const { locale, instanceId } = await params;
  if (!isLanguage(locale)) notFound();
  setRequestLocale(locale);
  return (
    <ConsoleMessages
      namespaces={[
        ...(["console.draws", "console.setUp", "console.history"] as const),
        ...(["checkout.provinces", "language", "draw.prizeTypes"] as const),
      ]}
    >
      <DrawPage drawId={instanceId} />
    </ConsoleMessages>
  );
}
