import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";

import { LanguageSwitch } from "@/components/ui/page/language-switch";
import { PageFooter } from "@/components/ui/page/page-footer";
import { PageHeader } from "@/components/ui/page/page-header";
import type { Language } from "@/lib/platform/i18n/routing";
import { localizedPath } from "@/lib/platform/i18n/routing";

type SamplePageProps = { locale: Language; title: string; about: string; children?: ReactNode };

/** A page of a preview that buyers don't have: what it holds is printed or sent. */
export async function SamplePage({ locale, title, about, children }: SamplePageProps) {
  const t = await getTranslations({ locale, namespace: "draw" });
  return (
    <>
      <div className="print:hidden">
        <PageHeader homeHref={localizedPath(locale, "/")} homeLabel={t("home")}>
          <LanguageSwitch />
        </PageHeader>
      </div>
      <main className="mx-auto max-w-3xl px-4 py-6 sm:px-6 print:p-0">
        <h1 className="text-3xl print:hidden">{title}</h1>
        <p className="mt-1 mb-5 text-muted print:hidden">{about}</p>
        {children}
      </main>
      <PageFooter />
    </>
  );
}
