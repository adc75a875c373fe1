import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";

import { drawNamesQuery } from "@/lib/draws/client";
import { localText } from "@/lib/local-text";
import { currentAdminQuery } from "@/lib/people/client";
import { hasRight } from "@/lib/people/rules";
import { toGrants } from "@/lib/people/rules.roles";
import type { Right } from "@/lib/rights";
import { computeAccessScope, includesParent } from "@/lib/rights";

import { compareDraws } from "./use-draw-titles";

export type Organizers = {
  /** The organizer's name, or its id if no draw has a name for it. */
  getName: (parentId: string) => string;
  /** Organizers where the signed-in person has `right`, sorted by name. Those with the same name also show their id. */
  listOptions: (right: Right, extraIds?: readonly string[]) => { id: string; label: string }[];
  hasRightEverywhere: (right: Right) => boolean;
};

/** Named by the organizations of their draws. */
export function useOrganizers(isNeeded = true): Organizers {
  const locale = useLocale();
  const t = useTranslations("console.scopes");
  const admin = useQuery({ ...currentAdminQuery(), enabled: false }).data;
  const mayList = admin !== undefined && hasRight(admin, "view");
  const { data: draws = [] } = useQuery({ ...drawNamesQuery(isNeeded && mayList), staleTime: 60_000 });
  const drawsByParent = Map.groupBy([...draws].sort(compareDraws), ({ parentId }) => parentId);
  const getName = (parentId: string) => {
    const texts = (drawsByParent.get(parentId) ?? []).map(({ organization }) => localText(organization, locale).text);
    const [name, ...others] = new Set(texts.filter((text) => text !== ""));
    if (name === undefined) return parentId;
    return others.length === 0 ? name : t("organizations", { name, count: others.length });
  };
  const getAccessScope = (right: Right) => computeAccessScope(toGrants(admin?.roles ?? []), right);
  const listOptions: Organizers["listOptions"] = (right, extraIds = []) => {
    const accessScope = getAccessScope(right);
    const heldIds = accessScope === null || accessScope === "everything" ? [] : accessScope.parentIds;
    const ids = [...new Set([...drawsByParent.keys(), ...heldIds, ...extraIds])];
    const organizers = ids
      .filter((id) => accessScope !== null && includesParent(accessScope, id))
      .map((id) => ({ id, name: getName(id) }));
    const isDuplicate = (name: string) => organizers.filter((organizer) => organizer.name === name).length > 1;
    return organizers
      .map(({ id, name }) => ({ id, label: isDuplicate(name) ? `${name} (${id})` : name }))
      .sort((a, b) => a.label.localeCompare(b.label, locale));
  };
  return { getName, listOptions, hasRightEverywhere: (right) => getAccessScope(right) === "everything" };
}
