import { findMainWinner } from "@/lib/draws/prizes/rules.winners";
import { getSchedule } from "@/lib/draws/rules";
import type { PublicDraw } from "@/lib/draws/rules.projection";
import { formatInstant } from "@/lib/platform/i18n/format-instant";
import type { Language } from "@/lib/platform/i18n/routing";

export type SaleDates = { opens: string; draws: string; drawsAt: string; isDrawn: boolean };

export function formatSaleDates(draw: PublicDraw, locale: Language): SaleDates {
  const { opensAt, drawsAt } = getSchedule(draw);
  const format = (at: Date) => formatInstant(at, locale, draw.timeZone, "long");
  return {
    opens: format(opensAt),
    draws: format(drawsAt),
    drawsAt: drawsAt.toISOString(),
    isDrawn: findMainWinner(draw) !== undefined,
  };
}
