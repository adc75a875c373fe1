import { getTranslations } from "next-intl/server";
import { Icon } from "@/components/ui/icon";
import type { Prize, Winner } from "@/lib/draws/rules.winners";
import { formatInstant } from "@/lib/platform/i18n/format-instant";
import type { Language } from "@/lib/platform/i18n/routing";
import { DateWords, DrawText } from "./draw-text";

/**
 * What happens and when, and what is won then, or was and by whom; `type` is the prize's where the words of the line do
 * not tell it.
 */
export type DatedLine = {
  at: Date | null;
  words: string;
  isPast: boolean;
  prizes: { prize: Prize; type: string | null; winner: Winner | undefined }[];
};

type MomentListProps = { lines: DatedLine[]; locale: Language; timeZone: string };

/** A prize of a date; whose it is stands with the winners. */
function PrizeLine({ prize, type, locale }: Omit<DatedLine["prizes"][number], "winner"> & { locale: Language }) {
  return (
    <>
      {type ? <p className="hint">{type}</p> : null}
      <p className="prize-name">
        <DrawText text={prize.description} locale={locale} />
      </p>
    </>
  );
}

/** Dates one below the other, joined by a line; a tick for those that are past. */
export async function MomentList({ lines, locale, timeZone }: MomentListProps) {
  const t = await getTranslations("draw.dates");
  return (
    <ol className="date-list">
      {lines.map(({ at, words, isPast, prizes }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is fixed, and two lines may have the same words
        <li key={index} className="date">
          <span className={isPast ? "date-mark past" : "date-mark"}>
            {isPast ? <Icon name="check" className="size-4" /> : null}
          </span>
          <div className="date-facts">
            <p className="font-semibold">
              <span>{words}</span>
              {isPast ? <span className="sr-only"> {t("past")}</span> : null}
            </p>
            {at ? (
              <p className="hint">
                <time dateTime={at.toISOString()}>
                  <DateWords words={formatInstant(at, locale, timeZone, "long")} />
                </time>
              </p>
            ) : null}
            {prizes.length > 0 ? (
              <div className="date-prizes">
                {prizes.map(({ prize, type }, place) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the same
                  <PrizeLine key={place} prize={prize} type={type} locale={locale} />
                ))}
              </div>
            ) : null}
          </div>
        </li>
      ))}
    </ol>
  );
}
