import { getTranslations } from "next-intl/server";

import type { Language } from "@/lib/platform/i18n/routing";
import type { AppCheckClient } from "@/lib/platform/server/env.app-check";
import { AppCheck } from "./app-check";

type AppCheckNoteProps = {
  /** Null where App Check is off: nothing is loaded and nothing said. */
  settings: AppCheckClient | null;
  locale: Language;
};

/** Loads App Check on a page that sells, and says what is looked at there. */
export async function AppCheckNote({ settings, locale }: AppCheckNoteProps) {
  if (!settings) return null;
  const t = await getTranslations({ locale, namespace: "appCheck" });
  return (
    <>
      <AppCheck settings={settings} />
      <p className="text-muted text-sm print:hidden">{t("note")}</p>
    </>
  );
}
