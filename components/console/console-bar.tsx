"use client";

import { usePathname } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";

import type { CurrentAdmin } from "@/lib/people/rules";
import { localizedPath, splitPath } from "@/lib/platform/i18n/routing";

import { ConsoleLink } from "./console-link";
import { getSectionPath, isInSection, listSections } from "./sections";
import { useClearRememberedState } from "./use-remembered-state";

/** The menu of the console. In a narrow window its items wrap, so that all of them are seen. */
export function ConsoleBar({ admin }: { admin: CurrentAdmin }) {
  const t = useTranslations("console.nav");
  const locale = useLocale();
  const { barePath } = splitPath(usePathname());
  const clearRememberedState = useClearRememberedState();
  return (
    <nav aria-label={t("label")} className={rowClass}>
      {listSections(admin).map((section) => (
        <ConsoleLink
          key={section}
          href={localizedPath(locale, getSectionPath(section))}
          aria-current={isInSection(barePath, section) ? "page" : undefined}
          className={itemClass}
          onClick={clearRememberedState}
        >
          {t(section)}
        </ConsoleLink>
      ))}
    </nav>
  );
}

const rowClass = "flex flex-wrap gap-x-4 border-line border-b sm:gap-x-7";

const itemClass =
  "inline-flex min-h-12 items-center border-transparent border-y-4 font-semibold text-muted max-sm:text-[0.8125rem] " +
  "hover:text-ink aria-[current=page]:border-b-brand-strong aria-[current=page]:text-ink";
