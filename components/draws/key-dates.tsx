import { getTranslations } from "next-intl/server";
import { Icon } from "@/components/ui/icon";
import { mainPoolId } from "@/lib/draws/rules";
import type { PublicDraw } from "@/lib/draws/rules.projection";
import { actualDatesOf, drawingOf, drawingWords, grandWinnerOf, mainWinnerOf } from "@/lib/draws/rules.winners";
import { localText } from "@/lib/local-text";
import { formatInstant } from "@/lib/platform/i18n/format-instant";
import type { Language } from "@/lib/platform/i18n/routing";
import { DateWords } from "./draw-text";

type KeyDatesProps = { draw: PublicDraw; locale: Language; serverTime: string };
/** What happens at an instant; `isPast` where it already has, whatever its time says. */
type Moment = { at: Date; words: string; isPast?: boolean };

/** So many second draws have their dates among the draw's own; more of them are folded. */
const fewSeconds = 1;

function inOrder(moments: Moment[]): Moment[] {
  return moments.sort((left, right) => left.at.getTime() - right.at.getTime());
}

/** The moments of the draw itself, and those of its second draws. */
async function momentsOf(draw: PublicDraw, locale: Language, now: Date): Promise<{ own: Moment[]; seconds: Moment[] }> {
  const t = await getTranslations("draw.dates");
  const { opensAt, closesAt, drawsAt, earlyBirds } = actualDatesOf(draw, now);
  const seconds = draw.secondDraws.flatMap((second) => {
    const drawing = drawingOf(grandWinnerOf(draw, second.id), second.drawDate, now);
    return drawing ? [{ at: drawing.at, words: t("secondDraw", { title: localText(second.title, locale).text }) }] : [];
  });
  const own = [
    { at: opensAt, words: t(opensAt <= now ? "opened" : "opens") },
    ...earlyBirds.map((at, index) => ({ at, words: t("earlyBird", { number: index + 1 }) })),
    ...(closesAt ? [{ at: closesAt, words: t(closesAt <= now ? "closed" : "closes") }] : []),
    { at: drawsAt, words: t("draw"), isPast: mainWinnerOf(draw) !== undefined },
  ];
  return seconds.length > fewSeconds
    ? { own: inOrder(own), seconds: inOrder(seconds) }
    : { own: inOrder([...own, ...seconds]), seconds: [] };
}

type MomentListProps = Pick<KeyDatesProps, "locale"> & { moments: Moment[]; timeZone: string; now: number };

async function MomentList({ moments, locale, timeZone, now }: MomentListProps) {
  const t = await getTranslations("draw.dates");
  return (
    <ol className="mt-4 grid">
      {moments.map(({ at, words, isPast: hasHappened = false }) => {
        const isPast = hasHappened || at.getTime() <= now;
        return (
          <li key={words} className="date">
            <span className={isPast ? "date-mark past" : "date-mark"}>
              {isPast ? <Icon name="check" className="size-4" /> : null}
            </span>
            <div>
              <p className="font-semibold">
                {words}
                {isPast ? <span className="sr-only"> {t("past")}</span> : null}
              </p>
              <p className="text-muted">
                <time dateTime={at.toISOString()}>
                  <DateWords words={formatInstant(at, locale, timeZone, "long")} />
                </time>
              </p>
            </div>
          </li>
        );
      })}
    </ol>
  );
}

/** The draw's dates in its own time zone, in order; those behind us are ticked off. */
export async function KeyDates({ draw, locale, serverTime }: KeyDatesProps) {
  const t = await getTranslations("draw.dates");
  const words = await getTranslations("draw");
  const now = Date.parse(serverTime);
  const { own, seconds } = await momentsOf(draw, locale, new Date(now));
  const shown = { locale, timeZone: draw.timeZone, now };
  const place = localText(draw.drawLocation, locale).text;
  return (
    <section aria-labelledby="dates">
      <h2 id="dates" className="text-2xl">
        {t("heading")}
      </h2>
      <MomentList moments={own} {...shown} />
      {seconds.length > 0 ? (
        <details className="mt-4 border-line border-y">
          <summary className="question">
            {t("others", { count: seconds.length })}
            <Icon name="chevron-down" />
          </summary>
          <div className="pb-4">
            <MomentList moments={seconds} {...shown} />
          </div>
        </details>
      ) : null}
      {place ? (
        <p className="mt-4 flex items-start gap-2 text-muted">
          <Icon name="map-pin" className="mt-0.5" />
          {t("place", { place })}
        </p>
      ) : null}
      <p className="mt-4 text-muted">
        {words(drawingWords(draw, mainPoolId))} {draw.recurringDraw ? words("recurring") : null}
      </p>
    </section>
  );
}
