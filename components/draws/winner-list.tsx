import { getTranslations } from "next-intl/server";

import { Icon } from "@/components/ui/icon";
import { Still } from "@/components/ui/still";
import type { PublicDraw } from "@/lib/draws/rules.projection";
import { prizeOfWinner } from "@/lib/draws/rules.winners";
import type { Language } from "@/lib/platform/i18n/routing";
import { DrawText } from "./draw-text";

type WinnerListProps = { draw: PublicDraw; locale: Language };

type WinnerProps = WinnerListProps & { winner: PublicDraw["winners"][number] };

/** A number with the prize that it won, and whose it is. */
async function Winner({ draw, winner, locale }: WinnerProps) {
  const t = await getTranslations("draw");
  const prize = prizeOfWinner(draw, winner);
  const second = draw.secondDraws.find(({ id }) => id === winner.poolId);
  const type = t(`prizeTypes.${winner.prizeType}`);
  const size = winner.prizeType === "Grand Prize" ? "text-5xl" : "text-3xl";
  return (
    <li className="border-positive/25 border-t pt-4 first:border-t-0 first:pt-0">
      <p className="text-sm">
        {second ? <DrawText text={second.title} locale={locale} /> : null}
        {second ? ` · ${type}` : type}
      </p>
      <p className={`tabular font-display font-extrabold text-positive leading-tight ${size}`}>{winner.number}</p>
      {winner.name ? <p className="font-semibold text-lg">{winner.name}</p> : null}
      {prize ? (
        <p>
          <DrawText text={prize.description} locale={locale} />
        </p>
      ) : null}
    </li>
  );
}

/** The winning numbers, large, each with its prize: what people come for after the draw. */
export async function WinnerList({ draw, locale }: WinnerListProps) {
  if (draw.winners.length === 0) return null;
  const t = await getTranslations("draw");
  const list = (
    <section aria-labelledby="winners" className="rounded-card border border-positive/30 bg-positive-soft p-5 sm:p-6">
      <h2 id="winners" className="flex items-center gap-2 text-2xl">
        <Icon name="trophy" className="size-6 text-positive" />
        {t("winners", { count: draw.winners.length })}
      </h2>
      <ul className="mt-4 grid gap-4">
        {draw.winners.map((winner) => (
          <Winner
            key={`${winner.poolId} ${winner.prizeType} ${winner.number}`}
            draw={draw}
            winner={winner}
            locale={locale}
          />
        ))}
      </ul>
    </section>
  );
  return <Still name="winners">{list}</Still>;
}
