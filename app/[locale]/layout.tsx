import "@/app/globals.css";
import type { Metadata } from "next";
import localFont from "next/font/local";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { getErrorBar } from "@/components/ui/error/error-bar";
import { ErrorScreenTexts } from "@/components/ui/error/error-screen";
import { ThemeSync } from "@/components/ui/theme/theme-sync";
import { BuildWatcher } from "@/components/ui/update/build-watcher";
import { publishPolicySources } from "@/lib/platform/csp/sources";
import type { Language } from "@/lib/platform/i18n/routing";
import { htmlLanguage, isLanguage, localizedPath } from "@/lib/platform/i18n/routing";
import { getCurrentBuild } from "@/lib/platform/server/build";
import { env } from "@/lib/platform/server/env";

const sans = localFont({
  src: "../fonts/inter.woff2",
  variable: "--font-inter",
  weight: "400 800",
});

const display = localFont({
  src: "../fonts/bricolage-grotesque.woff2",
  variable: "--font-bricolage",
  weight: "400 800",
});

const fontVariables = `${sans.variable} ${display.variable}`;

type Properties = { children: ReactNode; params: Promise<{ locale: string }> };

/** Prerenders no page, because the build has no configuration and no database. */
export function generateStaticParams(): { locale: Language }[] {
  return [];
}

export function generateMetadata(): Metadata {
  return {
    metadataBase: new URL(env().CHECKOUT_HOST),
    formatDetection: { telephone: false },
    manifest: "/site.webmanifest",
    icons: { icon: "/favicon.ico", apple: "/apple-touch-icon.png" },
  };
}

async function errorScreenTexts(language: Language) {
  const translate = await getTranslations({ locale: language, namespace: "errorScreen" });
  return {
    ...(await getErrorBar(language, env().MAIN_SITE_URL)),
    heading: translate("heading"),
    goHome: translate("goHome"),
    notFound: translate("notFound"),
    failed: translate("failed"),
    listUrl: localizedPath(language, "/"),
    seeDraws: translate("seeDraws"),
    tryAgain: translate("tryAgain"),
    noScript: translate("noScript"),
  };
}

export default async function LanguageLayout({ children, params }: Properties) {
  const { locale } = await params;
  if (!isLanguage(locale)) notFound();
  publishPolicySources();
  return (
    <html
      lang={htmlLanguage(locale)}
      data-build={getCurrentBuild().id}
      className={fontVariables}
      suppressHydrationWarning
    >
      <body>
        <ThemeSync>
          <BuildWatcher />
          <ErrorScreenTexts texts={await errorScreenTexts(locale)}>{children}</ErrorScreenTexts>
        </ThemeSync>
      </body>
    </html>
  );
}
