import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";

import { missingMetadata, missingPage } from "@/app/[locale]/missing-page";
import { RefusedPage } from "@/components/terminal/shell/refused-page";
import { Messages } from "@/components/ui/messages";
import type { Language } from "@/lib/platform/i18n/routing";

type PageProps = { params: Promise<{ locale: Language; verdict: string }> };

/** The middleware renders it in place of a refused page, with the status. */
export const dynamic = "force-dynamic";

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const { locale, verdict } = await params;
  const metadata = await missingMetadata(locale);
  if (verdict !== "forbidden") return metadata;
  const t = await getTranslations({ locale, namespace: "guards" });
  return { ...metadata, title: t("forbiddenTitle") };
}

export default async function Page({ params }: PageProps) {
  const { verdict } = await params;
  if (verdict !== "forbidden" && verdict !== "missing") return missingPage();
  return (
    <Messages namespaces={["guards"]}>
      <RefusedPage verdict={verdict} />
    </Messages>
  );
}
