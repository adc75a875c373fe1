import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { setRequestLocale } from "next-intl/server";

import { consoleMetadata } from "@/app/[locale]/console/console-metadata";
import { missingMetadata, missingPage } from "@/app/[locale]/missing-page";
import type { PageProps } from "@/app/[locale]/page-props";
import { ConsolePage } from "@/components/console/console-page";
import { DemoSignIn } from "@/components/console/demo-sign-in";
import { isLanguage } from "@/lib/platform/i18n/routing";
import { env } from "@/lib/platform/server/env";

export const dynamic = "force-dynamic";

export async function generateMetadata(props: PageProps): Promise<Metadata> {
  if (env().TIRAGE_MODE === "demo") return consoleMetadata("demo.title", "/console/demo")(props);
  return missingMetadata((await props.params).locale);
}

export default async function Page({ params }: PageProps) {
  const { locale } = await params;
  if (!isLanguage(locale)) notFound();
  setRequestLocale(locale);
  if (env().TIRAGE_MODE !== "demo") return missingPage();
  return (
    <ConsolePage locale={locale} isDemo namespaces={["console.demo"]}>
      <DemoSignIn />
    </ConsolePage>
  );
}
