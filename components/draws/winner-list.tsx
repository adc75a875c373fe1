import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";

import { Icon } from "@/components/ui/icon";
import { Still } from "@/components/ui/still";
import type { LiveState, PublicDraw } from "@/lib/draws/rules.projection";
import { mainWinnerOf, prizeOfWinner } from "@/lib/draws/rules.winners";
import { formatInstant } from "@/lib/platform/i18n/format-instant";
import type { Language } from "@/lib/platform/i18n/routing";
import { formatShortMoney } from "@/lib/receipts/rules.money";
import { Claim } from "./draw-proof";
import { DrawText } from "./draw-text";

type ShownDraw = { draw: PublicDraw; live: LiveState; locale: Language };

type WinnerProps = ShownDraw & { winner: PublicDraw["winners"][number] };

type WinnerListProps = ShownDraw & {
  /** Where a number is asked for: above all that have won. */
  check?: ReactNode;
};

const isGrand = (winner: WinnerProps["winner"]) => winner.prizeType === "Grand Prize";

/** A number with the prize that it won, and whose it is. */
async function Winner({ draw, live, winner, locale }: WinnerProps) {
  const t = await getTranslations("draw");
  const prize = prizeOfWinner(draw, winner);
  const second = draw.secondDraws.find(({ id }) => id === winner.poolId);
  const type = t(`prizeTypes.${winner.prizeType}`);
  const isMain = winner === mainWinnerOf(draw);
  const won = isMain ? live.prize : null;
  // When the draw itself was held stands on the ticket.
  const day = isMain ? null : formatInstant(winner.drawnAt, locale, draw.timeZone, "day");
  return (
    <li className="winner">
      <p className="tabular winner-number">{winner.number}</p>
      <div>
        <p className="text-sm">
          {second ? <DrawText text={second.title} locale={locale} /> : null}
          {second ? ` · ${type}` : type}
        </p>
        {winner.name ? <p className="font-semibold text-lg leading-snug">{winner.name}</p> : null}
        {won === null ? null : <p className="tabular font-bold">{formatShortMoney(won, locale)}</p>}
        {prize ? (
          <p className="text-balance">
            <DrawText text={prize.description} locale={locale} />
          </p>
        ) : null}
        {day ? <p className="text-sm">{day}</p> : null}
      </div>
    </li>
  );
}

function Winners(shown: ShownDraw) {
  const { winners } = shown.draw;
  const inOrder = [...winners.filter(isGrand), ...winners.filter((winner) => !isGrand(winner))];
  return (
    <ul className="winners">
      {inOrder.map((winner) => (
        <Winner key={`${winner.poolId} ${winner.prizeType} ${winner.number}`} {...shown} winner={winner} />
      ))}
    </ul>
  );
}

/**
 * What people come for after the draw: whether theirs is among the winning numbers, and these, the greatest first,
 * each with its prize. Beneath them what whoever holds one does.
 */
export async function WinnerList({ check, ...shown }: WinnerListProps) {
  const { winners } = shown.draw;
  if (winners.length === 0) return null;
  const t = await getTranslations("draw");
  // Once the draw itself is won they stand for the notice that sales are over, and take the focus in its place.
  const focus = mainWinnerOf(shown.draw) ? { id: "sale-notice", tabIndex: -1 } : {};
  const list = (
    <section aria-labelledby="winners" {...focus} className="results">
      <h2 id="winners" className="flex items-center gap-2 text-2xl">
        <Icon name="trophy" className="size-6 text-brand-strong" />
        {t("winners", { count: winners.length })}
      </h2>
      {check}
      <Winners {...shown} />
      <Claim {...shown} />
    </section>
  );
  return <Still name="winners">{list}</Still>;
}
