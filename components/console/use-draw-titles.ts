import { useQuery } from "@tanstack/react-query";
import { useLocale } from "next-intl";

import type { DrawName } from "@/lib/draws/client";
import { drawNamesQuery } from "@/lib/draws/client";
import { localText } from "@/lib/local-text";
import { currentAdminQuery } from "@/lib/people/client";
import { hasRight } from "@/lib/people/rules";

export type DrawOption = { id: string; label: string };

type OrderedDraw = Pick<DrawName, "salesOpen" | "opensAt">;

/** Draws on sale come first, then the newest. */
export function compareDraws(a: OrderedDraw, b: OrderedDraw): number {
  return Number(b.salesOpen) - Number(a.salesOpen) || Date.parse(b.opensAt) - Date.parse(a.opensAt);
}

/** Sorted by `compareDraws`. Draws of the same title also show their id. */
export function useDrawOptions(): (draws: readonly DrawName[]) => DrawOption[] {
  const locale = useLocale();
  return (draws) => {
    const titledDraws = draws.map((draw) => ({ ...draw, title: localText(draw.titles, locale).text }));
    const isDuplicate = (title: string) => titledDraws.filter((draw) => draw.title === title).length > 1;
    return titledDraws
      .sort(compareDraws)
      .map(({ id, title }) => ({ id, label: isDuplicate(title) ? `${title} (${id})` : title }));
  };
}

/** In the page's language. Undefined if the signed-in person may not list the draw. */
export function useDrawTitle(isNeeded: boolean): (drawId: string) => string | undefined {
  const locale = useLocale();
  const { data: admin } = useQuery({ ...currentAdminQuery(), enabled: false });
  const mayList = admin !== undefined && hasRight(admin, "view");
  const { data } = useQuery({ ...drawNamesQuery(isNeeded && mayList), staleTime: 60_000 });
  return (drawId) => {
    const draw = data?.find(({ id }) => id === drawId);
    return draw && localText(draw.titles, locale).text;
  };
}
