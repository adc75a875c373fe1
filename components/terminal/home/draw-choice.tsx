"use client";

import { useTranslations } from "next-intl";

import type { DrawFilter } from "@/components/draws/draw-filter";
import { drawFilters } from "@/components/draws/draw-filter";

type DrawChoiceProps = { filter: DrawFilter | undefined; onChoose: (filter: DrawFilter | undefined) => void };

/**
 * The filters of the list of draws (docs/design.md, Filters of the draw list), as buttons: the list is here already.
 */
export function DrawChoice({ filter, onChoose }: DrawChoiceProps) {
  const t = useTranslations("home");
  const choices = [undefined, ...drawFilters];
  return (
    <fieldset>
      <legend className="sr-only">{t("filterLabel")}</legend>
      <div className="terminal-filters">
        {choices.map((name) => (
          <button
            key={name ?? "all"}
            type="button"
            aria-pressed={name === filter}
            onClick={() => onChoose(name)}
            className="inline-flex min-h-11 shrink-0 items-center whitespace-nowrap rounded-full border border-line-strong bg-raised px-3 font-medium sm:px-3.5 hover:border-ink aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-surface"
          >
            {name ? t(`filters.${name}`) : t("all")}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
