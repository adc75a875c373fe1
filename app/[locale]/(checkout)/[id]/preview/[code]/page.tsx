import type { Metadata, Viewport } from "next";

import { DrawPage } from "@/components/checkout/draw-page";
import { listFeatured } from "@/lib/activity/list-draws";
import { env } from "@/lib/platform/server/env";
import { appCheckSettings } from "@/lib/platform/server/env.gateways";
import { createContext } from "@/lib/wiring/create-context";
import type { PreviewPageProps } from "./render-preview";
import { describePreview, renderPreview } from "./render-preview";

export const dynamic = "force-dynamic";

export const viewport: Viewport = { viewportFit: "cover" };

export function generateMetadata({ params }: PreviewPageProps): Promise<Metadata> {
  return describePreview(params);
}

/** The page of a draft as buyers will see it, apart from what would sell. */
export default async function Page({ params }: PreviewPageProps) {
  const { BAMBORA_SCRIPT_URL: scriptUrl, TIRAGE_MODE } = env();
  const appCheck = appCheckSettings(env())?.client ?? null;
  return renderPreview(params, "page", async ({ draw, live, locale, path }) => (
    <DrawPage
      {...{ draw, live, locale, scriptUrl, appCheck }}
      featured={await listFeatured(await createContext("reads"), draw)}
      applePay={null}
      isDemo={TIRAGE_MODE === "demo"}
      previewPath={path}
    />
  ));
}
