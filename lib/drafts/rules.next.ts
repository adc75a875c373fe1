import { mapDates } from "@/lib/draws/import/rules.changes";
import { getSchedule, getTimeZone } from "@/lib/draws/rules";
import type { Draw } from "@/lib/draws/schema";
import { dayMs } from "@/lib/durations";
import { readLocalText } from "@/lib/local-text";
import { addLocalDays } from "@/lib/local-time";
import { toContent, withoutWinners } from "./rules";
import type { DraftContent } from "./schema";

const weekMs = 7 * dayMs;

/**
 * The set-up of the draw that follows. Its dates are the same days of the week, the fewest weeks later at which sales
 * open after the copied draw is drawn. It has a licence of its own and no winners.
 */
export function createNextContent(draw: Draw, drawId: string, name = ""): DraftContent {
  const { opensAt, closesAt, drawsAt } = getSchedule(draw);
  const end = Math.max(closesAt.getTime(), drawsAt.getTime());
  const weeks = Math.max(1, Math.ceil((end - opensAt.getTime()) / weekMs));
  const timeZone = getTimeZone(draw);
  const moved = mapDates(draw, (date) => addLocalDays(date, weeks * 7, timeZone));
  return {
    ...toContent(moved),
    ...(name === "" ? {} : { title: createNextTitle(draw, name) }),
    urlSlug: drawId.toLowerCase(),
    license: "",
    licensePDF: null,
    prizes: withoutWinners(moved.prizes),
    secondDraws: moved.secondDraws.map((second) => ({
      ...second,
      license: "",
      licensePDF: null,
      prizes: withoutWinners(second.prizes),
    })),
  };
}

/** The name is in the draw's main language. A new one leaves the other language to be written. */
function createNextTitle({ title, locale }: Draw, name: string): Draw["title"] {
  if (name === readLocalText(title, locale.lang)) return title;
  return locale.lang === "en" ? { en: name } : { en: "", fr: name };
}
