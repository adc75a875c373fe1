import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { buttonClass } from "@/components/ui/button-class";
import { controlClass } from "@/components/ui/field";
import { Icon } from "@/components/ui/icon";
import { findWinnerPrize, hasSeveralPools, isAllDrawn } from "@/lib/draws/prizes/rules.winners";
import type { PublicDraw } from "@/lib/draws/rules.projection";
import { localText } from "@/lib/local-text";
import type { Language } from "@/lib/platform/i18n/routing";

type CheckNumberProps = { draw: PublicDraw; locale: Language };

async function getPrizesByNumber({ draw, locale }: CheckNumberProps): Promise<Map<number, string[]>> {
  const t = await getTranslations("draw");
  const prizes = new Map<number, string[]>();
  for (const winner of draw.winners) {
    const type = t(`prizeTypes.${winner.prizeType}`);
    const winnerPrize = findWinnerPrize(draw, winner);
    const { title } = draw.secondDraws.find(({ id }) => id === winner.poolId) ?? draw;
    const prize = winnerPrize
      ? t("check.prize", { type, prize: localText(winnerPrize.description, locale).text })
      : type;
    const label = hasSeveralPools(draw) ? t("check.prizeIn", { draw: localText(title, locale).text, prize }) : prize;
    prizes.set(winner.number, [...(prizes.get(winner.number) ?? []), label]);
  }
  return prizes;
}

const answerClass = "flex gap-3 rounded-control px-4 py-3";

function Answer({ number, children }: { number: number | null; children: ReactNode }) {
  const isWon = number !== null;
  return (
    <div
      data-number={number ?? ""}
      hidden
      className={`${answerClass} ${isWon ? "bg-positive text-positive-soft" : "bg-sunken"}`}
    >
      <Icon name={isWon ? "trophy" : "ticket"} className="mt-0.5" />
      <div>{children}</div>
    </div>
  );
}

async function Answers(props: CheckNumberProps) {
  const t = await getTranslations("draw.check");
  const isMultiPool = hasSeveralPools(props.draw);
  return (
    <div role="status" className="not-has-[>:not([hidden])]:absolute">
      {[...(await getPrizesByNumber(props))].map(([number, prizes]) => (
        <Answer key={number} number={number}>
          <p className="font-bold">{t(isMultiPool ? "drawn" : "won", { number: String(number) })}</p>
          {prizes.map((prize) => (
            <p key={prize}>{prize}</p>
          ))}
          <p className="text-sm">{t(isMultiPool ? "drawnNext" : "wonNext")}</p>
        </Answer>
      ))}
      <Answer number={null}>
        <p className="font-bold">{t.rich("lost", { number: () => <span translate="no" data-typed /> })}</p>
        <p className="text-sm">{t("lostNext")}</p>
      </Answer>
    </div>
  );
}

const formClass = "grid gap-2 rounded-control border border-brand/25 bg-raised p-4 noscript:hidden";

export async function CheckNumber(props: CheckNumberProps) {
  if (!isAllDrawn(props.draw)) return null;
  const t = await getTranslations("draw.check");
  return (
    <form data-check method="dialog" noValidate aria-labelledby="number-check-label" className={formClass}>
      <div className="field max-w-sm">
        <label id="number-check-label" htmlFor="number-check">
          {t("title")}
        </label>
        <div className="flex flex-wrap gap-2">
          <input
            id="number-check"
            className={`${controlClass} tabular min-w-24 flex-1`}
            inputMode="numeric"
            autoComplete="off"
            enterKeyHint="done"
            maxLength={16}
            aria-describedby="number-check-hint"
          />
          <button type="submit" className={buttonClass("primary")}>
            {t("button")}
          </button>
        </div>
        <p id="number-check-error" role="alert" hidden className="problem">
          <Icon name="alert" className="mt-0.5 size-4" />
          <span>{t("invalid")}</span>
        </p>
        <p id="number-check-hint" className="hint">
          {t("hint")}
        </p>
      </div>
      <Answers {...props} />
    </form>
  );
}
