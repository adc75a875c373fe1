import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";

import { drawNamesQuery } from "@/lib/draws/client";
import { localText } from "@/lib/local-text";
import { currentAdminQuery } from "@/lib/people/client";
import { hasRight } from "@/lib/people/rules";
import { toGrants } from "@/lib/people/rules.roles";
import type { Right } from "@/lib/rights";
import { computeReach, reachesParent } from "@/lib/rights";

import { compareDraws } from "./use-draw-titles";

export type Organizers = {
  /** What an organizer is called, or its id if no draw says so. */
  nameOf: (parentId: string) => string;
  /** The organizers where the signed-in person has a right, by name. An id tells those of the same name apart. */
  optionsFor: (right: Right, moreIds?: readonly string[]) => { id: string; label: string }[];
};

/** Organizers, which are named by the organizations of their draws. */
export function useOrganizers(isNeeded = true): Organizers {
  const locale = useLocale();
  const t = useTranslations("console.scopes");
  const own = useQuery({ ...currentAdminQuery(), enabled: false }).data;
  const mayList = own !== undefined && hasRight(own, "view");
  const { data: draws = [] } = useQuery({ ...drawNamesQuery(isNeeded && mayList), staleTime: 60_000 });
  const byParent = Map.groupBy([...draws].sort(compareDraws), ({ parentId }) => parentId);
  const nameOf = (parentId: string) => {
    const texts = (byParent.get(parentId) ?? []).map(({ organization }) => localText(organization, locale).text);
    const [name, ...others] = new Set(texts.filter((text) => text !== ""));
    if (name === undefined) return parentId;
    return others.length === 0 ? name : t("organizations", { name, count: others.length });
  };
  const optionsFor: Organizers["optionsFor"] = (right, moreIds = []) => {
    const reach = computeReach(toGrants(own?.roles ?? []), right);
    const heldIds = reach === null || reach === "everything" ? [] : reach.parentIds;
    const ids = [...new Set([...byParent.keys(), ...heldIds, ...moreIds])];
    const named = ids
      .filter((id) => reach !== null && reachesParent(reach, id))
      .map((id) => ({ id, name: nameOf(id) }));
    const isShared = (name: string) => named.filter((one) => one.name === name).length > 1;
    return named
      .map(({ id, name }) => ({ id, label: isShared(name) ? `${name} (${id})` : name }))
      .sort((a, b) => a.label.localeCompare(b.label, locale));
  };
  return { nameOf, optionsFor };
}
