import { getTranslations } from "next-intl/server";
import { Icon } from "@/components/ui/icon";
import type { IconName } from "@/components/ui/icon-names";
import type { PublicDraw } from "@/lib/draws/rules.projection";
import { formatInstant } from "@/lib/platform/i18n/format-instant";
import type { Language } from "@/lib/platform/i18n/routing";
import { DrawText } from "./draw-text";

type PrizeListProps = { draw: Pick<PublicDraw, "prizes" | "timeZone">; locale: Language };

const order = ["Grand Prize", "Early Bird", "Add On"] as const;
const icons: Record<(typeof order)[number], IconName> = {
  "Grand Prize": "trophy",
  "Early Bird": "clock",
  "Add On": "gift",
};

/** All prizes of the draw, the grand prize first, each with its draw date and, once drawn, its winner. */
export async function PrizeList({ draw, locale }: PrizeListProps) {
  const t = await getTranslations("draw");
  const prizes = order.flatMap((type) => (draw.prizes[type] ?? []).map((prize) => ({ ...prize, type })));
  if (prizes.length === 0) return null;
  return (
    <section aria-labelledby="prizes">
      <h2 id="prizes" className="text-2xl">
        {t("prizes")}
      </h2>
      <ul className="mt-4 grid gap-3">
        {prizes.map((prize, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is fixed, and two prizes may have the same words
          <li key={at} className="prize">
            <span className="prize-icon">
              <Icon name={icons[prize.type]} />
            </span>
            <div>
              <p className="hint">{t(`prizeTypes.${prize.type}`)}</p>
              <p className="prize-name">
                <DrawText text={prize.description} locale={locale} />
              </p>
              {prize.drawDate ? (
                <p className="hint mt-1">
                  {t("drawnOn", { date: formatInstant(prize.drawDate, locale, draw.timeZone, "long") })}
                </p>
              ) : null}
              {prize.winningTicketNumber ? (
                <p className="mt-1 font-medium text-positive">
                  {t("wonBy", { number: String(prize.winningTicketNumber), name: prize.winnerName ?? "" })}
                </p>
              ) : null}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
