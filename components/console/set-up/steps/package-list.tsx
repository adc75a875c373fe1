"use client";

import { useTranslations } from "next-intl";
import { useDraftContext } from "@/components/console/set-up/form/draft-context";
import { CheckField, LocalTextField, NumberField } from "@/components/console/set-up/form/fields";
import { ItemList } from "@/components/console/set-up/form/item-list";
import { useFormatters } from "@/components/ui/use-formatters";
import { createItemId, listMainPackageIds, toItems } from "@/lib/drafts/rules.items";

type PackageListProps = { path: string; title: string; isOfMainDraw: boolean };

/** Packages of tickets with their prices. */
export function PackageList({ path, title, isOfMainDraw }: PackageListProps) {
  const t = useTranslations("console.setUp.packages");
  const { content } = useDraftContext();
  const getName = usePackageName();
  const create = (items: readonly unknown[]) => {
    const taken = isOfMainDraw ? listMainPackageIds(content) : toItems(items).map(({ id }) => id);
    return { id: createItemId("p", taken) };
  };
  return (
    <ItemList path={path} title={title} getName={getName} addLabel={t("add")} createItem={create}>
      {(item) => (
        <>
          <div className="grid grid-cols-2 gap-4">
            <NumberField path={`${item}.tickets`} kind="count" label={t("tickets")} />
            <NumberField path={`${item}.price`} kind="dollars" label={t("price")} />
          </div>
          <details>
            <summary className="min-h-11 cursor-pointer content-center">{t("more")}</summary>
            <div className="grid grid-cols-1 gap-3">
              <LocalTextField path={`${item}.label`} label={t("label")} hint={t("labelHint")} />
              <CheckField path={`${item}.highlighted`} label={t("highlighted")} />
            </div>
          </details>
        </>
      )}
    </ItemList>
  );
}

/** A package by its tickets and price, such as “10 for $20”. */
export function usePackageName(): (item: unknown, index: number) => string {
  const t = useTranslations("console.setUp.packages");
  const { shortDollars } = useFormatters();
  return (item, index) => {
    const { tickets, price } = (item ?? {}) as { tickets?: unknown; price?: unknown };
    return typeof tickets === "number" && typeof price === "number"
      ? t("name", { count: tickets, price: shortDollars(price) })
      : t("unnamed", { place: index + 1 });
  };
}
