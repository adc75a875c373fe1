import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";

import type { Language } from "@/lib/platform/i18n/routing";
import type { AppCheckClient } from "@/lib/platform/server/env.app-check";
import { AppCheck } from "./app-check";

type AppCheckNoteProps = {
  /** Null where App Check is off: nothing is loaded and nothing said. */
  settings: AppCheckClient | null;
  locale: Language;
  /** Without links: a tablet that strangers share has no way out. */
  isPlain?: boolean;
};

function Outside({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a className="underline underline-offset-4" href={href} target="_blank" rel="noreferrer">
      {children}
    </a>
  );
}

/** Loads App Check on a page that sells, and says what Google is told there. */
export async function AppCheckNote({ settings, locale, isPlain = false }: AppCheckNoteProps) {
  if (!settings) return null;
  const t = await getTranslations({ locale, namespace: "appCheck" });
  const link = (href: string) => (words: ReactNode) => (isPlain ? words : <Outside href={href}>{words}</Outside>);
  return (
    <>
      <AppCheck settings={settings} />
      <p className="text-muted text-sm print:hidden">
        {t.rich("note", {
          privacy: link(`https://policies.google.com/privacy?hl=${locale}`),
          terms: link(`https://policies.google.com/terms?hl=${locale}`),
        })}
      </p>
    </>
  );
}
