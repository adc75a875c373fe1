import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";

import { Icon } from "@/components/ui/icon";
import { birdNumberOf } from "@/lib/draws/rules.moments";
import type { LiveState, PublicDraw } from "@/lib/draws/rules.projection";
import { mainWinnerOf, prizeOfWinner } from "@/lib/draws/rules.winners";
import { formatInstant } from "@/lib/platform/i18n/format-instant";
import type { Language } from "@/lib/platform/i18n/routing";
import { Claim } from "./draw-proof";
import { DrawText } from "./draw-text";

type ShownDraw = { draw: PublicDraw; live: LiveState; locale: Language };

type WinnerProps = ShownDraw & { winner: PublicDraw["winners"][number] };

type WinnerListProps = ShownDraw & {
  /** Where a number is asked for: above all that have won. */
  check?: ReactNode;
};

const isGrand = (winner: WinnerProps["winner"]) => winner.prizeType === "Grand Prize";

const winnerClass =
  "grid items-start gap-x-4 gap-y-1.5 border-brand/25 border-t pt-4 first:border-t-0 first:pt-0 " +
  "@3xs:col-span-full @3xs:grid-cols-subgrid";

/** Where there is room, the numbers are a column of one width. */
const numberClass =
  "tabular grid min-h-12 w-fit min-w-24 place-items-center rounded-control border border-brand/25 bg-raised px-3 " +
  "font-display font-extrabold text-3xl text-brand-strong leading-tight @3xs:w-auto";

/** A number with the prize that it won, and whose it is. */
async function Winner({ draw, winner, locale }: WinnerProps) {
  const t = await getTranslations("draw");
  const prize = prizeOfWinner(draw, winner);
  const second = draw.secondDraws.find(({ id }) => id === winner.poolId);
  const bird = birdNumberOf(draw, winner);
  const type = bird ? t("dates.earlyBird", { number: bird }) : t(`prizeTypes.${winner.prizeType}`);
  const day = formatInstant(winner.drawnAt, locale, draw.timeZone, "day");
  return (
    <li className={winnerClass}>
      <p translate="no" className={numberClass}>
        {winner.number}
      </p>
      <div>
        <p className="text-sm">
          {second ? (
            <span>
              <DrawText text={second.title} locale={locale} />
            </span>
          ) : null}
          <span>{second ? ` · ${type}` : type}</span>
        </p>
        {winner.name ? (
          <p translate="no" className="font-semibold text-lg leading-snug">
            {winner.name}
          </p>
        ) : null}
        {prize ? (
          <p className="text-balance">
            <DrawText text={prize.description} locale={locale} />
          </p>
        ) : null}
        <p className="text-sm">{day}</p>
      </div>
    </li>
  );
}

type WinnersProps = ShownDraw & { winners: PublicDraw["winners"] };

function Winners({ winners, ...shown }: WinnersProps) {
  const inOrder = [...winners.filter(isGrand), ...winners.filter((winner) => !isGrand(winner))];
  return (
    <ul className="grid gap-4 @3xs:grid-cols-[auto_minmax(0,1fr)]">
      {inOrder.map((winner) => (
        <Winner key={`${winner.poolId} ${winner.prizeType} ${winner.number}`} {...shown} winner={winner} />
      ))}
    </ul>
  );
}

/**
 * What people come for after the draw: whether they won, and the winning numbers, the greatest first, each with its
 * prize, but for that of the draw itself, which is on the ticket. Beneath them what whoever holds one does.
 */
export async function WinnerList({ check, ...shown }: WinnerListProps) {
  const { winners } = shown.draw;
  if (winners.length === 0) return null;
  const t = await getTranslations("draw");
  const main = mainWinnerOf(shown.draw);
  const others = winners.filter((winner) => winner !== main);
  // Once the draw itself is won this stands for the notice that sales are over, and takes the focus in its place.
  const focus = main ? { id: "sale-notice", tabIndex: -1 } : {};
  const list = (
    <section aria-labelledby="winners" {...focus} className="results">
      <h2 id="winners" className="flex items-center gap-2 text-2xl">
        <Icon name="trophy" className="size-6 text-brand-strong" />
        <span>{main ? t("didYouWin") : t("winners", { count: winners.length })}</span>
      </h2>
      {check}
      {main && others.length > 0 ? <h3 className="text-lg">{t("otherWinners", { count: others.length })}</h3> : null}
      {others.length > 0 ? <Winners {...shown} winners={others} /> : null}
      <Claim {...shown} />
    </section>
  );
  return list;
}
