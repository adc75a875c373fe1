import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { missingMetadata, missingPage } from "@/app/[locale]/missing-page";
import type { PageProps } from "@/app/[locale]/page-props";
import { DemoPage } from "@/components/demo/demo-page";
import { listDraws } from "@/lib/activity/list-draws";
import { localizedPath } from "@/lib/platform/i18n/routing";
import { env } from "@/lib/platform/server/env";
import { createDemoLinkStore } from "@/lib/platform/server/env.demo";
import { getKeyGrants } from "@/lib/rights";
import { issueDemoLink } from "@/lib/terminal/device/issue-demo-link";
import { createContext } from "@/lib/wiring/create-context";

export const dynamic = "force-dynamic";

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const { locale } = await params;
  if (env().TIRAGE_MODE !== "demo") return missingMetadata(locale);
  const t = await getTranslations({ locale, namespace: "demo" });
  return {
    title: t("heading"),
    alternates: { canonical: localizedPath(locale, "/dummy") },
    robots: { index: false, follow: false },
  };
}

export default async function Page({ params }: PageProps) {
  const { locale } = await params;
  const { BAMBORA_SCRIPT_URL, CHECKOUT_HOST, DATA_DIR } = env();
  const ctx = await createContext("reads", { kind: "admin", name: "demo", grants: getKeyGrants(["devices"]) });
  const result = await issueDemoLink(ctx, createDemoLinkStore(DATA_DIR));
  if (!result.ok) return missingPage();
  const props = { locale, checkoutHost: CHECKOUT_HOST, sandboxHost: new URL(BAMBORA_SCRIPT_URL).origin };
  const draws = await listDraws(ctx, { parentId: "demo-parent" });
  return <DemoPage {...props} draws={draws} registrationLink={result.link} />;
}
