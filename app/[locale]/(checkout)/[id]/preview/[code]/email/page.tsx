import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { PreviewPageProps } from "@/app/[locale]/(checkout)/[id]/preview/[code]/render-preview";
import { describePreview, renderPreview } from "@/app/[locale]/(checkout)/[id]/preview/[code]/render-preview";
import { SamplePage } from "@/components/preview/sample-page";
import { findTranslator } from "@/lib/platform/i18n/translator";
import { env } from "@/lib/platform/server/env";
import { writeSampleEmail } from "@/lib/previews/rules.samples";

export const dynamic = "force-dynamic";

export function generateMetadata({ params }: PreviewPageProps): Promise<Metadata> {
  return describePreview(params);
}

export default async function Page({ params }: PreviewPageProps) {
  return renderPreview(params, "email", async ({ definition, live, locale }) => {
    const t = await getTranslations({ locale, namespace: "preview" });
    const words = { buyer: t("buyer"), mark: t("sample") };
    const place = { language: locale, t: findTranslator(locale), checkoutHost: env().CHECKOUT_HOST };
    const { subject, sender, html } = writeSampleEmail({ draw: definition, live, ...place, ...words });
    return (
      <SamplePage locale={locale} title={t("parts.email")} about={t("emailAbout")}>
        <p className="wrap-anywhere mb-3 rounded-control bg-sunken px-4 py-3">
          <span className="block text-muted text-sm">{sender}</span>
          <strong>{subject}</strong>
        </p>
        {/* Neither scripts run in it nor do its links leave it. */}
        <iframe
          title={t("parts.email")}
          srcDoc={html}
          sandbox=""
          className="h-[70rem] w-full rounded-card border border-line bg-white"
        />
      </SamplePage>
    );
  });
}
