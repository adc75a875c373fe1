import { getTranslations } from "next-intl/server";

import { Icon } from "@/components/ui/icon";
import { Still } from "@/components/ui/still";
import type { PublicDraw } from "@/lib/draws/rules.projection";
import { localText } from "@/lib/local-text";
import type { Language } from "@/lib/platform/i18n/routing";

type WinnerListProps = { draw: PublicDraw; locale: Language };

/** The winning numbers, large: what people come for after the draw. */
export async function WinnerList({ draw, locale }: WinnerListProps) {
  if (draw.winners.length === 0) return null;
  const t = await getTranslations("draw");
  const titles = new Map(draw.secondDraws.map((second) => [second.id, localText(second.title, locale).text]));
  const list = (
    <section aria-labelledby="winners" className="rounded-card border border-positive/30 bg-positive-soft p-5 sm:p-6">
      <h2 id="winners" className="flex items-center gap-2 text-2xl">
        <Icon name="trophy" className="size-6 text-positive" />
        {t("winners", { count: draw.winners.length })}
      </h2>
      <ul className="mt-4 grid gap-4">
        {draw.winners.map((winner) => (
          <li key={`${winner.poolId} ${winner.prizeType} ${winner.number}`}>
            <p className="text-sm">{titles.get(winner.poolId) ?? t(`prizeTypes.${winner.prizeType}`)}</p>
            <p className="tabular font-display font-extrabold text-5xl text-positive leading-tight">{winner.number}</p>
            {winner.name ? <p className="font-semibold text-lg">{winner.name}</p> : null}
          </li>
        ))}
      </ul>
    </section>
  );
  return <Still name="winners">{list}</Still>;
}
