import { getTranslations } from "next-intl/server";

import type { Language } from "@/lib/platform/i18n/routing";
import type { AppCheckClient } from "@/lib/platform/server/env.gateways";
import { AppCheck } from "./app-check";

type AppCheckNoteProps = {
  settings: AppCheckClient | null;
  locale: Language;
};

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
