import "server-only";

import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";

import { loadDraw } from "@/app/[locale]/(checkout)/load-draw";
import { missingMetadata } from "@/app/[locale]/missing-page";
import type { PageProps } from "@/app/[locale]/page-props";
import type { PublicDraw } from "@/lib/draws/rules.projection";
import type { Language } from "@/lib/platform/i18n/routing";
import { localizedPath } from "@/lib/platform/i18n/routing";
import { env } from "@/lib/platform/server/env";

type TitleKey =
  | "order.plainTitle"
  | "registration.title"
  | "terminal.home.pageTitle"
  | "terminalOrders.titles.details"
  | "terminalOrders.titles.recent"
  | "terminalOrders.titles.unfinalized";

/** Without one of `requiredQuery`, the page is 404. */
type MetadataOptions = { referrer?: Metadata["referrer"]; requiredQuery?: readonly string[] };

export function unlistedMetadata(
  key: TitleKey,
  path: string,
  { requiredQuery = [], ...options }: MetadataOptions = {},
) {
  return async ({ params, searchParams }: PageProps): Promise<Metadata> => {
    const [{ locale }, query] = await Promise.all([params, searchParams]);
    if (requiredQuery.some((name) => typeof query[name] !== "string")) return missingMetadata(locale);
    const t = await getTranslations({ locale });
    const alternates = { canonical: localizedPath(locale, path) };
    const other = { google: "notranslate" };
    return { title: t(key), alternates, robots: { index: false, follow: false }, other, ...options };
  };
}

/**
 * Orders are fetched with the device's credential. `draw` is null once it isn't public any more; its orders stay
 * readable.
 */
export type TerminalPageData = { locale: Language; isDemo: boolean; instanceId: string; draw: PublicDraw | null };

export async function readTerminalPage({ params, searchParams }: PageProps): Promise<TerminalPageData | null> {
  const [{ locale }, { instanceId }] = await Promise.all([params, searchParams]);
  if (typeof instanceId !== "string") return null;
  const result = await loadDraw(instanceId);
  return { locale, isDemo: env().TIRAGE_MODE === "demo", instanceId, draw: result.ok ? result.draw : null };
}

export async function readOrderPage(props: PageProps): Promise<(TerminalPageData & { orderId: string }) | null> {
  const [{ orderId }, place] = await Promise.all([props.searchParams, readTerminalPage(props)]);
  return place && typeof orderId === "string" ? { ...place, orderId } : null;
}
