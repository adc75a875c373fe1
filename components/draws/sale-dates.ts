import { scheduleOf } from "@/lib/draws/rules";
import type { PublicDraw } from "@/lib/draws/rules.projection";
import { mainWinnerOf } from "@/lib/draws/rules.winners";
import { formatInstant } from "@/lib/platform/i18n/format-instant";
import type { Language } from "@/lib/platform/i18n/routing";

/** Dates of the draw in words, written by the server, and whether its own number, no early bird's, has been drawn. */
export type SaleDates = { opens: string; draws: string; drawsAt: string; isDrawn: boolean };

/** When a draw opens and when it is drawn, in `locale`, and whether it was. */
export function saleDatesOf(draw: PublicDraw, locale: Language): SaleDates {
  const { opensAt, drawsAt } = scheduleOf(draw);
  const words = (at: Date) => formatInstant(at, locale, draw.timeZone, "long");
  return {
    opens: words(opensAt),
    draws: words(drawsAt),
    drawsAt: drawsAt.toISOString(),
    isDrawn: mainWinnerOf(draw) !== undefined,
  };
}
