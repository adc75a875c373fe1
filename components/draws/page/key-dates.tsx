import { getTranslations } from "next-intl/server";
import { DateText, DrawText } from "@/components/draws/draw-text";
import { Icon } from "@/components/ui/icon";
import type { DatedPrize, Moment } from "@/lib/draws/prizes/rules.moments";
import { listMoments, sortByDate } from "@/lib/draws/prizes/rules.moments";
import { findDrawing, findDrawingMethodKey } from "@/lib/draws/prizes/rules.stage";
import type { Prize, Winner } from "@/lib/draws/prizes/rules.winners";
import { findGrandWinner, findMainWinner } from "@/lib/draws/prizes/rules.winners";
import { getSecondDrawDate, mainPoolId } from "@/lib/draws/rules";
import type { PublicDraw } from "@/lib/draws/rules.projection";
import { localText } from "@/lib/local-text";
import { formatInstant } from "@/lib/platform/i18n/format-instant";
import type { Language } from "@/lib/platform/i18n/routing";

type KeyDatesProps = { draw: PublicDraw; locale: Language; serverTime: string };

const maxListedSecondDraws = 1;

export async function KeyDates({ draw, locale, serverTime }: KeyDatesProps) {
  const t = await getTranslations("draw.dates");
  const tDraw = await getTranslations("draw");
  const now = new Date(serverTime);
  const [mainLines, secondDrawLines] = await Promise.all([
    listMainLines(draw, now),
    listSecondDrawLines(draw, locale, now),
  ]);
  const isCollapsed = secondDrawLines.length > maxListedSecondDraws;
  const place = localText(draw.drawLocation, locale).text;
  const method = findDrawingMethodKey(draw, mainPoolId);
  const isOpen = mainLines.some(({ prizes }) => prizes.some(({ winner }) => !winner));
  const format = { locale, timeZone: draw.timeZone };
  return (
    <section aria-labelledby="dates" className="dates">
      <h2 id="dates" className="text-2xl">
        {t(isOpen ? "headingWithPrizes" : "heading")}
      </h2>
      <MomentList lines={isCollapsed ? mainLines : sortByDate([...mainLines, ...secondDrawLines])} {...format} />
      {isCollapsed ? (
        <details className="mt-3 border-line border-y">
          <summary className="question">
            <span>{t("others", { count: secondDrawLines.length })}</span>
            <Icon name="chevron-down" />
          </summary>
          <div className="pb-4">
            <MomentList lines={sortByDate(secondDrawLines)} {...format} />
          </div>
        </details>
      ) : null}
      <p className="hint mt-3">
        {place ? <span>{`${t("place", { place })} `}</span> : null}
        {method && !findMainWinner(draw) ? <span>{tDraw(method)}</span> : null}{" "}
        {draw.recurringDraw ? <span>{tDraw("recurring")}</span> : null}
      </p>
    </section>
  );
}

type DateLine = {
  at: Date | null;
  label: string;
  isPast: boolean;
  prizes: { prize: Prize; type: string | null; winner: Winner | undefined }[];
};

const pastLabels = { opens: "dates.opened", closes: "dates.closed" } as const;

const expectedPrizeTypes: Partial<Record<Moment["kind"], DatedPrize["type"]>> = {
  "early-bird": "Early Bird",
  draw: "Grand Prize",
};

async function listMainLines(draw: PublicDraw, now: Date): Promise<DateLine[]> {
  const t = await getTranslations("draw");
  const getLabel = ({ kind, number = 0, isPast, prizes }: Moment) => {
    if (kind === "prize") return t(`prizeTypes.${prizes[0]?.type ?? "Grand Prize"}`);
    if (kind === "early-bird") return t("dates.earlyBird", { number });
    if (kind === "draw") return t("dates.draw");
    return t(isPast ? pastLabels[kind] : `dates.${kind}`);
  };
  return listMoments(draw, now).map((moment) => ({
    ...moment,
    label: getLabel(moment),
    prizes: moment.prizes.map(({ prize, type, winner }) => {
      const isTypeShown = moment.kind !== "prize" && type !== expectedPrizeTypes[moment.kind];
      return { prize, type: isTypeShown ? t(`prizeTypes.${type}`) : null, winner };
    }),
  }));
}

async function listSecondDrawLines(draw: PublicDraw, locale: Language, now: Date): Promise<DateLine[]> {
  const t = await getTranslations("draw.dates");
  return draw.secondDraws.flatMap((second) => {
    const drawing = findDrawing(findGrandWinner(draw, second.id), getSecondDrawDate(second), now);
    if (!drawing) return [];
    const label = t("secondDraw", { title: localText(second.title, locale).text });
    return [{ at: drawing.at, label, isPast: drawing.stage !== "ahead", prizes: [] }];
  });
}

type MomentListProps = { lines: DateLine[]; locale: Language; timeZone: string };

async function MomentList({ lines, locale, timeZone }: MomentListProps) {
  const t = await getTranslations("draw.dates");
  return (
    <ol className="date-list">
      {lines.map(({ at, label, isPast, prizes }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is fixed, and two lines may have the same words
        <li key={index} className="date">
          <span className={isPast ? "date-mark past" : "date-mark"}>
            {isPast ? <Icon name="check" className="size-4" /> : null}
          </span>
          <div className="date-facts">
            <p className="font-semibold">
              <span>{label}</span>
              {isPast ? <span className="sr-only"> {t("past")}</span> : null}
            </p>
            {at ? (
              <p className="hint">
                <time dateTime={at.toISOString()}>
                  <DateText text={formatInstant(at, locale, timeZone, "long")} />
                </time>
              </p>
            ) : null}
            {prizes.length > 0 ? (
              <div className="date-prizes">
                {prizes.map(({ prize, type }, place) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the same
                  <PrizeLine key={place} prize={prize} type={type} locale={locale} timeZone={timeZone} />
                ))}
              </div>
            ) : null}
          </div>
        </li>
      ))}
    </ol>
  );
}

type PrizeLineProps = Omit<DateLine["prizes"][number], "winner"> & Omit<MomentListProps, "lines">;

async function PrizeLine({ prize, type, locale, timeZone }: PrizeLineProps) {
  const t = await getTranslations("draw.dates");
  return (
    <>
      {type ? <p className="hint">{type}</p> : null}
      <p className="prize-name">
        <DrawText text={prize.description} locale={locale} />
      </p>
      {prize.cutOffDate ? (
        <p className="hint">
          <DateText text={t("cutOff", { date: formatInstant(prize.cutOffDate, locale, timeZone, "long") })} />
        </p>
      ) : null}
    </>
  );
}
