import { getTranslations } from "next-intl/server";

import type { PublicDraw } from "@/lib/draws/rules.projection";
import { isAllDrawn, prizeOfWinner } from "@/lib/draws/rules.winners";
import { localText } from "@/lib/local-text";
import type { Language } from "@/lib/platform/i18n/routing";
import type { WonNumber } from "./number-check";
import { NumberCheck } from "./number-check";

type CheckNumberProps = { draw: PublicDraw; locale: Language };

/** What each winning number won, in words: "Early bird: $500 in groceries", of a second draw with its title before. */
async function wonNumbers(draw: PublicDraw, locale: Language): Promise<WonNumber[]> {
  const t = await getTranslations("draw");
  return draw.winners.map((winner) => {
    const type = t(`prizeTypes.${winner.prizeType}`);
    const named = prizeOfWinner(draw, winner);
    const second = draw.secondDraws.find(({ id }) => id === winner.poolId);
    const prize = named ? t("check.prize", { type, prize: localText(named.description, locale).text }) : type;
    const words = second ? t("check.prizeIn", { draw: localText(second.title, locale).text, prize }) : prize;
    return { number: winner.number, prize: words };
  });
}

/** Where whoever played asks for a number of theirs, once all is drawn. */
export async function CheckNumber({ draw, locale }: CheckNumberProps) {
  if (!isAllDrawn(draw)) return null;
  return <NumberCheck won={await wonNumbers(draw, locale)} />;
}
