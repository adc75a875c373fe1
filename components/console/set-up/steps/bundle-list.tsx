"use client";

import { useLocale, useTranslations } from "next-intl";
import { useDraftContext, useDraftField } from "@/components/console/set-up/form/draft-context";
import { LocalTextField, NumberField } from "@/components/console/set-up/form/fields";
import { ItemList } from "@/components/console/set-up/form/item-list";
import { useItemTitle } from "@/components/console/set-up/form/use-item-title";
import { controlClass, controlProps, Field } from "@/components/ui/field";
import type { DraftPool } from "@/lib/drafts/rules.items";
import { createItemId, listDraftPools, toItems } from "@/lib/drafts/rules.items";
import type { LocalText } from "@/lib/local-text";
import { localText } from "@/lib/local-text";
import { usePackageName } from "./package-list";

/** Packages of several draws at one price. */
export function BundleList() {
  const t = useTranslations("console.setUp.bundles");
  const getTitle = useItemTitle();
  const create = (items: readonly unknown[]) => ({
    id: createItemId(
      "b",
      toItems(items).map(({ id }) => id),
    ),
    items: [],
  });
  return (
    <ItemList
      path="bundles"
      title={t("title")}
      isTitleHidden
      getName={getTitle}
      addLabel={t("add")}
      createItem={create}
    >
      {(bundle) => (
        <>
          <LocalTextField path={`${bundle}.title`} label={t("name")} />
          <LocalTextField path={`${bundle}.description`} label={t("description")} />
          <BundleItems path={`${bundle}.items`} />
        </>
      )}
    </ItemList>
  );
}

function BundleItems({ path }: { path: string }) {
  const t = useTranslations("console.setUp.bundles");
  const { content } = useDraftContext();
  const describe = usePackageDescription();
  const pools = listDraftPools(content);
  const create = () => {
    const [pool] = pools;
    return { poolId: pool?.poolId ?? "main", packageId: pool?.packages[0]?.packageId ?? "", quantity: 1 };
  };
  const getName = (item: unknown, index: number) => describe(pools, item) ?? t("unnamedItem", { place: index + 1 });
  return (
    <ItemList path={path} title={t("items")} getName={getName} addLabel={t("addItem")} createItem={create}>
      {(item) => (
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-[2fr_1fr_1fr]">
          <PackageChoice path={item} pools={pools} />
          <NumberField path={`${item}.quantity`} kind="count" label={t("quantity")} />
          <NumberField path={`${item}.price`} kind="dollars" label={t("price")} hint={t("priceHint")} />
        </div>
      )}
    </ItemList>
  );
}

const toKey = (poolId: unknown, packageId: unknown) => `${poolId} ${packageId}`;

function PackageChoice({ path, pools }: { path: string; pools: readonly DraftPool[] }) {
  const t = useTranslations("console.setUp.bundles");
  const { get, set } = useDraftContext();
  const { id, error, isLocked } = useDraftField(`${path}.packageId`, "choice");
  const describe = usePackageDescription();
  const item = (get(path) ?? {}) as Record<string, unknown>;
  const key = toKey(item.poolId, item.packageId);
  const options = pools.flatMap(({ poolId, packages }) =>
    packages.map(({ packageId }) => ({
      key: toKey(poolId, packageId),
      poolId,
      packageId,
      label: describe(pools, { poolId, packageId }) ?? packageId,
    })),
  );
  const choose = (chosen: string) => {
    const option = options.find((each) => each.key === chosen);
    if (option) set(path, { ...item, poolId: option.poolId, packageId: option.packageId });
  };
  const isKnown = options.some((option) => option.key === key);
  return (
    <Field id={id} label={t("package")} error={error}>
      <select
        {...controlProps(id, { error })}
        className={controlClass}
        disabled={isLocked}
        value={isKnown ? key : ""}
        onChange={(event) => choose(event.target.value)}
      >
        {isKnown ? null : <option value="">{t("choose")}</option>}
        {options.map((option) => (
          <option key={option.key} value={option.key}>
            {option.label}
          </option>
        ))}
      </select>
    </Field>
  );
}

/** A package with the draw it is of, or null if it is gone. */
function usePackageDescription(): (pools: readonly DraftPool[], item: unknown) => string | null {
  const t = useTranslations("console.setUp.bundles");
  const locale = useLocale();
  const getPackageName = usePackageName();
  return (pools, item) => {
    const { poolId, packageId } = (item ?? {}) as Record<string, unknown>;
    const pool = pools.find((each) => each.poolId === poolId);
    const index = pool?.packages.findIndex((each) => each.packageId === packageId) ?? -1;
    if (!pool || index < 0) return null;
    const title = pool.title ? localText(pool.title as LocalText, locale).text : t("mainDraw");
    return t("packageOf", { name: getPackageName(pool.packages[index], index), draw: title });
  };
}
