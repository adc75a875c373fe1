import { getTranslations } from "next-intl/server";
import { Icon } from "@/components/ui/icon";
import type { IconName } from "@/components/ui/icon-names";
import type { PublicDraw } from "@/lib/draws/rules.projection";
import type { Prize } from "@/lib/draws/rules.winners";
import { drawingDate, drawingOf, winnerOfPrize } from "@/lib/draws/rules.winners";
import { formatInstant } from "@/lib/platform/i18n/format-instant";
import type { Language } from "@/lib/platform/i18n/routing";
import { DateWords, DrawText } from "./draw-text";

type PrizeListProps = { draw: PublicDraw; locale: Language; serverTime: string };

const order = ["Grand Prize", "Early Bird", "Add On"] as const;
const icons: Record<(typeof order)[number], IconName> = {
  "Grand Prize": "trophy",
  "Early Bird": "clock",
  "Add On": "gift",
};

/** When a prize is drawn or was, and once it was, who won it. */
async function Drawing({ draw, prize, locale, serverTime }: PrizeListProps & { prize: Prize }) {
  const t = await getTranslations("draw");
  const winner = winnerOfPrize(draw, prize);
  const number = prize.winningTicketNumber ?? winner?.number;
  const drawing = drawingOf(winner, prize.drawDate, new Date(serverTime));
  const name = prize.winnerName ?? winner?.name ?? "";
  return (
    <>
      {drawing ? (
        <p className="hint mt-1">
          <DateWords
            words={t(drawingDate[drawing.stage], { date: formatInstant(drawing.at, locale, draw.timeZone, "long") })}
          />
        </p>
      ) : null}
      {number ? (
        <p className="mt-1 font-medium text-positive">
          {t("wonBy", { number: String(number), name, named: name ? "yes" : "no" })}
        </p>
      ) : null}
    </>
  );
}

/** All prizes of the draw, the grand prize first, each with its draw date and, once drawn, its winner. */
export async function PrizeList(props: PrizeListProps) {
  const { draw, locale } = props;
  const t = await getTranslations("draw");
  const prizes = order.flatMap((type) => (draw.prizes[type] ?? []).map((prize, at) => ({ prize, type, at })));
  // There is one grand prize.
  const nameOf = (type: (typeof order)[number], at: number) =>
    type === "Grand Prize" && at > 0 ? t("prizeNumbered", { number: String(at + 1) }) : t(`prizeTypes.${type}`);
  if (prizes.length === 0) return null;
  return (
    <section aria-labelledby="prizes">
      <h2 id="prizes" className="text-2xl">
        {t("prizes")}
      </h2>
      <ul className="mt-4 grid gap-3">
        {prizes.map(({ prize, type, at }) => (
          <li key={`${type} ${at}`} className="prize">
            <span className="prize-icon">
              <Icon name={icons[type]} />
            </span>
            <div>
              <p className="hint">{nameOf(type, at)}</p>
              <p className="prize-name">
                <DrawText text={prize.description} locale={locale} />
              </p>
              <Drawing {...props} prize={prize} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
