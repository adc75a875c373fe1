import { getTranslations } from "next-intl/server";
import { Icon } from "@/components/ui/icon";
import { mainPoolId, secondDrawsAt } from "@/lib/draws/rules";
import type { DatedPrize, Moment } from "@/lib/draws/rules.moments";
import { inOrder, momentsOf } from "@/lib/draws/rules.moments";
import type { PublicDraw } from "@/lib/draws/rules.projection";
import { drawingOf, drawingWords, grandWinnerOf, mainWinnerOf } from "@/lib/draws/rules.winners";
import { localText } from "@/lib/local-text";
import type { Language } from "@/lib/platform/i18n/routing";
import type { DatedLine } from "./moment-list";
import { MomentList } from "./moment-list";

type KeyDatesProps = { draw: PublicDraw; locale: Language; serverTime: string };

/** So many second draws have their dates among the draw's own; more of them are folded. */
const fewSeconds = 1;

/** The types of prizes that a moment is known for: others are named. */
const ownTypes: Partial<Record<Moment["kind"], DatedPrize["type"]>> = {
  "early-bird": "Early Bird",
  draw: "Grand Prize",
};

const pastDates = { opens: "dates.opened", closes: "dates.closed" } as const;

/** What happens in the draw itself, in words. */
async function ownLines(draw: PublicDraw, now: Date): Promise<DatedLine[]> {
  const t = await getTranslations("draw");
  const wordsOf = ({ kind, number = 0, isPast, prizes }: Moment) => {
    if (kind === "prize") return t(`prizeTypes.${prizes[0]?.type ?? "Grand Prize"}`);
    if (kind === "early-bird") return t("dates.earlyBird", { number });
    if (kind === "draw") return t("dates.draw");
    return t(isPast ? pastDates[kind] : `dates.${kind}`);
  };
  return momentsOf(draw, now).map((moment) => ({
    ...moment,
    words: wordsOf(moment),
    prizes: moment.prizes.map(({ prize, type, winner }) => {
      const isNamed = moment.kind !== "prize" && type !== ownTypes[moment.kind];
      return { prize, type: isNamed ? t(`prizeTypes.${type}`) : null, winner };
    }),
  }));
}

/** The drawings of second draws. */
async function secondLines(draw: PublicDraw, locale: Language, now: Date): Promise<DatedLine[]> {
  const t = await getTranslations("draw.dates");
  return draw.secondDraws.flatMap((second) => {
    const drawing = drawingOf(grandWinnerOf(draw, second.id), secondDrawsAt(second), now);
    if (!drawing) return [];
    const words = t("secondDraw", { title: localText(second.title, locale).text });
    return [{ at: drawing.at, words, isPast: drawing.stage !== "ahead", prizes: [] }];
  });
}

/** The draw's dates in its own time zone, in order, with what is won on them; those behind us are ticked off. */
export async function KeyDates({ draw, locale, serverTime }: KeyDatesProps) {
  const t = await getTranslations("draw.dates");
  const words = await getTranslations("draw");
  const now = new Date(serverTime);
  const [own, seconds] = await Promise.all([ownLines(draw, now), secondLines(draw, locale, now)]);
  const isFolded = seconds.length > fewSeconds;
  const place = localText(draw.drawLocation, locale).text;
  const method = drawingWords(draw, mainPoolId);
  const isOpen = own.some(({ prizes }) => prizes.some(({ winner }) => !winner));
  const shown = { locale, timeZone: draw.timeZone };
  return (
    <section aria-labelledby="dates" className="dates">
      <h2 id="dates" className="text-2xl">
        {t(isOpen ? "headingWithPrizes" : "heading")}
      </h2>
      <MomentList lines={isFolded ? own : inOrder([...own, ...seconds])} {...shown} />
      {isFolded ? (
        <details className="mt-3 border-line border-y">
          <summary className="question">
            <span>{t("others", { count: seconds.length })}</span>
            <Icon name="chevron-down" />
          </summary>
          <div className="pb-4">
            <MomentList lines={inOrder(seconds)} {...shown} />
          </div>
        </details>
      ) : null}
      <p className="hint mt-3">
        {place ? <span>{`${t("place", { place })} `}</span> : null}
        {/* How it was drawn is told with the winners. */}
        {method && !mainWinnerOf(draw) ? <span>{words(method)}</span> : null}{" "}
        {draw.recurringDraw ? <span>{words("recurring")}</span> : null}
      </p>
    </section>
  );
}
