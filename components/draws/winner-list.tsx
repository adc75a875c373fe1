import { getTranslations } from "next-intl/server";

import { Icon } from "@/components/ui/icon";
import { Still } from "@/components/ui/still";
import type { LiveState, PublicDraw } from "@/lib/draws/rules.projection";
import { mainWinnerOf, prizeOfWinner } from "@/lib/draws/rules.winners";
import { localText } from "@/lib/local-text";
import type { Language } from "@/lib/platform/i18n/routing";
import { formatShortMoney } from "@/lib/receipts/rules.parts";
import { raisedByDraw } from "@/lib/receipts/rules.raised";
import { DrawText } from "./draw-text";

type WinnerListProps = { draw: PublicDraw; live: LiveState; locale: Language };

type WinnerProps = WinnerListProps & { winner: PublicDraw["winners"][number] };

/** A number with the prize that it won, and whose it is. */
async function Winner({ draw, live, winner, locale }: WinnerProps) {
  const t = await getTranslations("draw");
  const prize = prizeOfWinner(draw, winner);
  const second = draw.secondDraws.find(({ id }) => id === winner.poolId);
  const type = t(`prizeTypes.${winner.prizeType}`);
  const won = winner === mainWinnerOf(draw) ? live.prize : null;
  return (
    <li className={winner.prizeType === "Grand Prize" ? "winner grand" : "winner"}>
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
      </div>
    </li>
  );
}

/** What a 50/50 brought the cause. */
async function Raised({ draw, live, locale }: WinnerListProps) {
  const raised = raisedByDraw(draw, live);
  if (raised === null) return null;
  const t = await getTranslations("draw");
  const amount = formatShortMoney(raised, locale);
  return (
    <p className="mt-4 flex items-center gap-3 rounded-control bg-positive px-4 py-3 font-semibold text-positive-soft">
      <Icon name="heart" />
      <span className="text-pretty">
        {t("raised", { amount, organization: localText(draw.organization, locale).text })}
      </span>
    </p>
  );
}

/** The winning numbers, large, each with its prize: what people come for after the draw. */
export async function WinnerList({ draw, live, locale }: WinnerListProps) {
  if (draw.winners.length === 0) return null;
  const t = await getTranslations("draw");
  const list = (
    <section aria-labelledby="winners" className="results">
      <h2 id="winners" className="flex items-center gap-2 text-2xl">
        <Icon name="trophy" className="size-6 text-positive" />
        {t("winners", { count: draw.winners.length })}
      </h2>
      <ul className="winners">
        {draw.winners.map((winner) => (
          <Winner
            key={`${winner.poolId} ${winner.prizeType} ${winner.number}`}
            draw={draw}
            live={live}
            winner={winner}
            locale={locale}
          />
        ))}
      </ul>
      <Raised draw={draw} live={live} locale={locale} />
    </section>
  );
  return <Still name="winners">{list}</Still>;
}
