import type { Metadata } from "next";
import type { PreviewPageProps } from "@/app/[locale]/(checkout)/[id]/preview/[code]/render-preview";
import { describePreview, renderPreview } from "@/app/[locale]/(checkout)/[id]/preview/[code]/render-preview";
import { Poster } from "@/components/poster/poster";
import { env } from "@/lib/platform/server/env";

export const dynamic = "force-dynamic";

export function generateMetadata({ params }: PreviewPageProps): Promise<Metadata> {
  return describePreview(params);
}

export default async function Page({ params }: PreviewPageProps) {
  return renderPreview(params, "poster", ({ draw, live, locale, path }) => (
    <Poster draw={draw} live={live} locale={locale} path={path} checkoutHost={env().CHECKOUT_HOST} />
  ));
}
