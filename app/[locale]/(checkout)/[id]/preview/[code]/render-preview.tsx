import "server-only";

import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { cache } from "react";

import { missingMetadata, missingPage } from "@/app/[locale]/missing-page";
import { IncompletePreview } from "@/components/preview/incomplete-preview";
import type { PreviewPart } from "@/components/preview/preview-bar";
import { PreviewBar } from "@/components/preview/preview-bar";
import { openPreview } from "@/lib/drafts/open-preview";
import { getPreviewPath } from "@/lib/drafts/rules.preview";
import type { LiveState, PublicDraw } from "@/lib/draws/rules.projection";
import { toLiveState, toPublicDraw } from "@/lib/draws/rules.projection";
import type { Draw } from "@/lib/draws/schema";
import { localText } from "@/lib/local-text";
import { setMessageOverrides } from "@/lib/platform/i18n/page-message-overrides";
import type { Language } from "@/lib/platform/i18n/routing";
import { isLanguage } from "@/lib/platform/i18n/routing";
import { createContext } from "@/lib/wiring/create-context";

type PreviewParams = Promise<{ locale: Language; id: string; code: string }>;

export type PreviewPageProps = { params: PreviewParams };

type ShownPreview = { definition: Draw; draw: PublicDraw; live: LiveState; locale: Language; path: string };

const noSales = { pools: new Map(), teams: [] };

/** Loads once for metadata and body. */
const loadPreview = cache(async (drawId: string, code: string) => {
  const opened = await openPreview(await createContext("reads"), { drawId, code });
  if (!opened.ok) return opened;
  if (!opened.shown) return { ...opened, shown: null };
  const { snapshot, at, words } = opened.shown;
  setMessageOverrides(words);
  const views = { draw: toPublicDraw(snapshot, noSales, at), live: toLiveState(snapshot, noSales, at) };
  return { ...opened, shown: { definition: snapshot.draw, ...views } };
});

/** The URL is secret, so nothing may find it, keep it or tell it to other hosts. */
export async function describePreview(params: PreviewParams): Promise<Metadata> {
  const { locale, id, code } = await params;
  const opened = await loadPreview(id, code);
  if (!opened.ok) return missingMetadata(locale);
  const t = await getTranslations({ locale, namespace: "preview" });
  const title = opened.shown ? localText(opened.shown.draw.title, locale).text : id;
  return {
    title: t("title", { title }),
    robots: { index: false, follow: false, noarchive: true },
    referrer: "no-referrer",
  };
}

export async function renderPreview(
  params: PreviewParams,
  part: PreviewPart,
  render: (preview: ShownPreview) => ReactNode,
) {
  const { locale, id, code } = await params;
  // Next renders a page even if its layout refuses the language.
  if (!isLanguage(locale)) return missingPage();
  const opened = await loadPreview(id, code);
  if (!opened.ok) return missingPage();
  const path = getPreviewPath(id, code);
  const { shown, missing, endsAt } = opened;
  if (!shown) return <IncompletePreview locale={locale} missing={missing} />;
  return (
    <>
      <PreviewBar locale={locale} path={path} part={part} endsAt={endsAt} timeZone={shown.draw.timeZone} />
      {render({ ...shown, locale, path })}
    </>
  );
}
