import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";

import { Icon } from "@/components/ui/icon";
import { Still } from "@/components/ui/still";
import type { LiveState, PublicDraw } from "@/lib/draws/rules.projection";
import { mainWinnerOf, prizeOfWinner } from "@/lib/draws/rules.winners";
import { formatInstant } from "@/lib/platform/i18n/format-instant";
import type { Language } from "@/lib/platform/i18n/routing";
import { formatShortMoney } from "@/lib/receipts/rules.parts";
import { raisedByDraw } from "@/lib/receipts/rules.raised";
import { RaisedLine } from "./cause";
import { Claim } from "./draw-proof";
import { DrawText } from "./draw-text";
import { organizationNameOf } from "./organization-name";

type ShownDraw = { draw: PublicDraw; live: LiveState; locale: Language };

type WinnerProps = ShownDraw & { winner: PublicDraw["winners"][number] };

type WinnerListProps = ShownDraw & {
  /** Where a number is asked for: beneath all that have won. */
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
  // When the draw itself was held stands with its prize.
  const day = isMain ? null : formatInstant(winner.drawnAt, locale, draw.timeZone, "day");
  return (
    <li className={isGrand(winner) ? "winner grand" : "winner"}>
      <p className="tabular winner-number">{winner.number}</p>
      <div>
        <p className="text-sm">
          {second ? <DrawText text={second.title} locale={locale} /> : null}
          {second ? ` · ${type}` : type}
        </p>
        {winner.name ? <p className="font-semibold text-lg leading-snug">{winner.name}</p> : null}
        {won === null ? null : (
          <p className="tabular font-bold font-display text-lg">{formatShortMoney(won, locale)}</p>
        )}
        {prize ? (
          <p>
            <DrawText text={prize.description} locale={locale} />
          </p>
        ) : null}
        {day ? <p className="text-sm">{day}</p> : null}
      </div>
    </li>
  );
}

/** What a 50/50 brought the cause. */
async function Raised({ draw, live, locale }: ShownDraw) {
  const raised = raisedByDraw(draw, live);
  if (raised === null) return null;
  const t = await getTranslations("draw");
  const organization = await organizationNameOf(draw, locale);
  if (!organization) return null;
  return (
    <RaisedLine organization={organization} isStrong>
      {t("raised", { amount: formatShortMoney(raised, locale), organization })}
    </RaisedLine>
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
 * The winning numbers, large, the greatest first, each with its prize: what people come for after the draw. Beneath
 * them what whoever holds one does.
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
      <Winners {...shown} />
      {check}
      <Claim {...shown} />
      <Raised {...shown} />
    </section>
  );
  return <Still name="winners">{list}</Still>;
}
