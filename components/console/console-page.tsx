import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";

import { ModeBanners } from "@/components/draws/mode-banners";
import { ZoneProvider } from "@/components/draws/zone-provider";
import { Messages } from "@/components/ui/messages";
import { LanguageSwitch } from "@/components/ui/page/language-switch";
import { PageFooter } from "@/components/ui/page/page-footer";
import { PageHeader } from "@/components/ui/page/page-header";
import { Queries } from "@/components/ui/queries";
import { lifetimesMs } from "@/lib/people/rules";
import type { MessagePath } from "@/lib/platform/i18n/message-parts";
import type { Language } from "@/lib/platform/i18n/routing";
import { localizedPath } from "@/lib/platform/i18n/routing";
import { getZoneOffsets, pastYears } from "@/lib/platform/i18n/zone-offsets";

import { accountMenuId } from "./account-menu-id";
import { ConsoleLink } from "./console-link";
import { ConsoleSettings } from "./console-settings";
import { consoleZone } from "./console-zone";

const mainClass =
  "wrap-anywhere mx-auto grid min-h-[60dvh] max-w-6xl grid-cols-1 content-start gap-6 px-4 py-4 sm:px-6 sm:py-6";

type ConsolePageProps = {
  locale: Language;
  isDemo: boolean;
  /** The page `/hashtest` exists. */
  hasVerification?: boolean;
  namespaces?: readonly MessagePath[];
  children: ReactNode;
};

const ownNamespaces: readonly MessagePath[] = [
  ...(["console.title", "console.loading", "console.again", "console.noAccess"] as const),
  ...([
    "console.actionFor",
    "console.nav",
    "console.signIn",
    "console.passkey",
    "console.confirm",
    "console.link",
    "console.roles",
    "console.scopes",
    "console.rights",
    "copy",
    "reasons",
  ] as const),
];

/**
 * Rendered per request, because the middleware's policy has a nonce. Has no data: the browser fetches it with the
 * signed-in person's session.
 */
export async function ConsolePage(props: ConsolePageProps) {
  const { locale, isDemo, hasVerification = false, namespaces = [], children } = props;
  const t = await getTranslations({ locale, namespace: "console" });
  return (
    <ConsoleMessages namespaces={namespaces}>
      <ModeBanners locale={locale} isDemo={isDemo} isTestDraw={false} />
      <PageHeader homeHref={localizedPath(locale, "/console")} homeLabel={t("home")} homeLink={ConsoleLink}>
        <LanguageSwitch />
        <div id={accountMenuId} />
      </PageHeader>
      <main className={mainClass}>
        <ZoneProvider zone={getZoneOffsets(consoleZone, new Date(), pastYears)}>
          <ConsoleSettings isDemo={isDemo} hasVerification={hasVerification}>
            <Queries cacheMs={lifetimesMs.idle}>{children}</Queries>
          </ConsoleSettings>
        </ZoneProvider>
      </main>
      <PageFooter />
    </ConsoleMessages>
  );
}

type ConsoleMessagesProps = Pick<ConsolePageProps, "children"> & { namespaces?: readonly MessagePath[] };

/** A page brings its own words, so that they also come with a navigation within the console. */
export function ConsoleMessages({ namespaces = [], children }: ConsoleMessagesProps) {
  return <Messages namespaces={[...ownNamespaces, ...namespaces]}>{children}</Messages>;
}
