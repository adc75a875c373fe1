import { getTranslations } from "next-intl/server";

import { LanguageSwitch } from "@/components/ui/page/language-switch";
import { PageFooter } from "@/components/ui/page/page-footer";
import { PageHeader } from "@/components/ui/page/page-header";
import type { DrawFilter } from "@/lib/draw-filters";
import { drawFilters } from "@/lib/draw-filters";
import type { Language } from "@/lib/platform/i18n/routing";
import { localizedPath } from "@/lib/platform/i18n/routing";
import { DrawCard } from "./draw-card";
import type { ListedDraw } from "./draw-filter";
import { filterForBuyers } from "./draw-filter";
import { ModeBanners } from "./mode-banners";

type DrawListPageProps = { listed: ListedDraw[]; filter: DrawFilter | undefined; locale: Language; isDemo: boolean };

const filtersClass =
  "-mx-4 scroll-px-32 overflow-x-auto px-4 py-1.5 [scrollbar-width:none] sm:mx-0 sm:overflow-visible sm:px-0";

const activeFilterClass = "sticky inset-x-0 z-1 rounded-full ring-4 ring-surface sm:static sm:ring-0";

const filterClass =
  "inline-flex min-h-11 items-center whitespace-nowrap rounded-full border px-4 font-medium hover:border-ink " +
  "sm:max-lg:px-2.5 sm:max-lg:text-sm";

const inactiveFilterClass = "border-line-strong bg-raised";

async function Filters({ filter, locale }: Pick<DrawListPageProps, "filter" | "locale">) {
  const t = await getTranslations({ locale, namespace: "home" });
  const home = localizedPath(locale, "/");
  const links = [
    { name: undefined, href: home, label: t("all") },
    ...drawFilters.map((name) => ({ name, href: `${home}?filter=${name}`, label: t(`filters.${name}`) })),
  ];
  return (
    <nav aria-label={t("filterLabel")} className={filtersClass}>
      <ul className="flex w-max gap-2 sm:w-auto sm:flex-wrap sm:max-lg:gap-1.5">
        {links.map(({ name, href, label }) => (
          <li key={href} className={name === filter ? activeFilterClass : undefined}>
            <a
              href={href}
              aria-current={name === filter ? "page" : undefined}
              className={`${filterClass} ${name === filter ? "border-ink bg-ink text-surface" : inactiveFilterClass}`}
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Filters are defined in docs/design.md, Filters of the draw list. */
export async function DrawListPage({ listed, filter, locale, isDemo }: DrawListPageProps) {
  const t = await getTranslations({ locale, namespace: "home" });
  const filteredDraws = filterForBuyers(listed, filter);
  return (
    <>
      <ModeBanners locale={locale} isDemo={isDemo} isTestDraw={false} />
      <PageHeader homeHref={localizedPath(locale, "/")} homeLabel={t("home")}>
        <LanguageSwitch />
      </PageHeader>
      <main className="mx-auto grid max-w-6xl gap-6 px-4 py-8 sm:gap-8 sm:px-6 sm:py-14">
        <div className="intro">
          <h1>
            {t.rich("heading", { line: (chunks) => <span className="block lg:whitespace-nowrap">{chunks}</span> })}
          </h1>
          <p>{t("lead")}</p>
          {/* biome-ignore lint/performance/noImgElement: a small drawing of this site */}
          <img src="/tickets.svg" alt="" width={420} height={240} />
        </div>
        <Filters filter={filter} locale={locale} />
        {filteredDraws.length > 0 ? (
          <ul className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
            {filteredDraws.map((one) => (
              <li key={one.draw.id} className="grid">
                <DrawCard {...one} locale={locale} hasPrice />
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
