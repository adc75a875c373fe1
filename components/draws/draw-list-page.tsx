import { getTranslations } from "next-intl/server";

import { LanguageSwitch } from "@/components/ui/language-switch";
import { PageFooter } from "@/components/ui/page-footer";
import { PageHeader } from "@/components/ui/page-header";
import type { Language } from "@/lib/platform/i18n/routing";
import { localizedPath } from "@/lib/platform/i18n/routing";
import { DrawCard } from "./draw-card";
import type { DrawFilter, ListedDraw } from "./draw-filter";
import { drawFilters, filterDraws } from "./draw-filter";
import { ModeBanners } from "./mode-banners";

type DrawListPageProps = { listed: ListedDraw[]; filter: DrawFilter | undefined; locale: Language; isDemo: boolean };

async function Filters({ filter, locale }: Pick<DrawListPageProps, "filter" | "locale">) {
  const t = await getTranslations({ locale, namespace: "home" });
  const home = localizedPath(locale, "/");
  const links = [
    { name: undefined, href: home, words: t("all") },
    ...drawFilters.map((name) => ({ name, href: `${home}?filter=${name}`, words: t(`filters.${name}`) })),
  ];
  return (
    <nav aria-label={t("filterLabel")}>
      <ul className="flex flex-wrap gap-2">
        {links.map(({ name, href, words }) => (
          <li key={href}>
            <a
              href={href}
              aria-current={name === filter ? "page" : undefined}
              className="inline-flex min-h-11 items-center rounded-full border border-line-strong bg-raised px-4 font-medium hover:border-ink aria-[current]:border-ink aria-[current]:bg-ink aria-[current]:text-surface"
            >
              {words}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The list of draws: what one may play for, by its filters (docs/design.md, Filters of the draw list). */
export async function DrawListPage({ listed, filter, locale, isDemo }: DrawListPageProps) {
  const t = await getTranslations({ locale, namespace: "home" });
  const shown = filterDraws(listed, filter);
  return (
    <>
      <ModeBanners locale={locale} isDemo={isDemo} isTestDraw={false} />
      <PageHeader homeHref={localizedPath(locale, "/")} homeLabel={t("home")}>
        <LanguageSwitch />
      </PageHeader>
      <main className="mx-auto grid max-w-6xl gap-8 px-4 py-10 sm:px-6 sm:py-14">
        <div>
          <h1 className="max-w-3xl text-4xl leading-[1.08] sm:text-6xl">{t("heading")}</h1>
          <p className="mt-3 max-w-prose text-lg text-muted">{t("lead")}</p>
        </div>
        <Filters filter={filter} locale={locale} />
        {shown.length > 0 ? (
          <ul className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
            {shown.map((one) => (
              <li key={one.draw.id} className="grid">
                <DrawCard {...one} locale={locale} />
              </li>
            ))}
          </ul>
        ) : (
          <p className="rounded-card border border-line bg-raised p-8 text-center text-lg text-muted">{t("none")}</p>
        )}
      </main>
      <PageFooter />
    </>
  );
}
