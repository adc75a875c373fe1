import { getTranslations } from "next-intl/server";

import { scheduleOf } from "@/lib/draws/rules";
import type { PublicDraw } from "@/lib/draws/rules.projection";
import { localText } from "@/lib/local-text";
import { formatInstant } from "@/lib/platform/i18n/format-instant";
import type { Language } from "@/lib/platform/i18n/routing";
import type { Milestone } from "./countdown";

/** The early birds of a draw in order, each with its prize where the draw names one for that moment. */
export async function milestonesOf(draw: PublicDraw, locale: Language): Promise<Milestone[]> {
  const t = await getTranslations("draw.nextEarlyBird");
  const prizes = draw.prizes["Early Bird"] ?? [];
  return scheduleOf(draw).earlyBirds.map((at) => {
    const date = formatInstant(at, locale, draw.timeZone, "short");
    const prize = prizes.find(({ drawDate }) => drawDate && Date.parse(drawDate) === at.getTime());
    const words = prize
      ? t("withPrize", { date, prize: localText(prize.description, locale).text })
      : t("plain", { date });
    return { at: at.toISOString(), words };
  });
}
