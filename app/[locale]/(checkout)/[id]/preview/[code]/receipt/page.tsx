import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { PreviewPageProps } from "@/app/[locale]/(checkout)/[id]/preview/[code]/render-preview";
import { describePreview, renderPreview } from "@/app/[locale]/(checkout)/[id]/preview/[code]/render-preview";
import { SamplePage } from "@/components/preview/sample-page";
import { ReceiptPaper } from "@/components/terminal/receipt/receipt-paper";
import { findTranslator } from "@/lib/platform/i18n/translator";
import { env } from "@/lib/platform/server/env";
import { writeSampleReceipt } from "@/lib/previews/rules.samples";

export const dynamic = "force-dynamic";

export function generateMetadata({ params }: PreviewPageProps): Promise<Metadata> {
  return describePreview(params);
}

export default async function Page({ params }: PreviewPageProps) {
  return renderPreview(params, "receipt", async ({ definition, live, locale }) => {
    const t = await getTranslations({ locale, namespace: "preview" });
    const words = { buyer: t("buyer"), tablet: t("tablet"), mark: t("sample") };
    const place = { language: locale, t: findTranslator(locale), checkoutHost: env().CHECKOUT_HOST };
    const receipt = writeSampleReceipt({ draw: definition, live, ...place, ...words });
    return (
      <SamplePage locale={locale} title={t("parts.receipt")} about={t("receiptAbout")}>
        <div className="overflow-x-auto">
          <div className="mx-auto w-max border border-line">
            <ReceiptPaper receipt={receipt} width={80} id="sample-receipt" />
          </div>
        </div>
      </SamplePage>
    );
  });
}
