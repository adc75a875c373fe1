import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import type { DrawProps } from "@/components/draws/draw-filter";
import { DateText, DrawText } from "@/components/draws/draw-text";
import { Icon } from "@/components/ui/icon";
import { findEarlyBirdNumber } from "@/lib/draws/prizes/rules.moments";
import { findDrawingMethodKey } from "@/lib/draws/prizes/rules.stage";
import { findMainWinner, findWinnerPrize } from "@/lib/draws/prizes/rules.winners";
import { mainPoolId } from "@/lib/draws/rules";
import type { PublicDraw } from "@/lib/draws/rules.projection";
import { localText } from "@/lib/local-text";
import { formatInstant } from "@/lib/platform/i18n/format-instant";
import { formatLocale } from "@/lib/platform/i18n/routing";

type WinnerProps = DrawProps & { winner: PublicDraw["winners"][number] };

type WinnerListProps = DrawProps & {
  check?: ReactNode;
};

const isGrand = (winner: WinnerProps["winner"]) => winner.prizeType === "Grand Prize";

const winnerClass =
  "grid items-start gap-x-4 gap-y-1.5 border-brand/25 border-t pt-4 first:border-t-0 first:pt-0 " +
  "@3xs:col-span-full @3xs:grid-cols-subgrid";

const numberClass =
  "tabular grid min-h-12 w-fit min-w-24 place-items-center rounded-control border border-brand/25 bg-raised px-3 " +
  "font-display font-extrabold text-3xl text-brand-strong leading-tight @3xs:w-auto";

async function Winner({ draw, winner, locale }: WinnerProps) {
  const t = await getTranslations("draw");
  const prize = findWinnerPrize(draw, winner);
  const second = draw.secondDraws.find(({ id }) => id === winner.poolId);
  const earlyBirdNumber = findEarlyBirdNumber(draw, winner);
  const type = earlyBirdNumber
    ? t("dates.earlyBird", { number: earlyBirdNumber })
    : t(`prizeTypes.${winner.prizeType}`);
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

type WinnersProps = DrawProps & { winners: PublicDraw["winners"] };

function Winners({ winners, ...drawProps }: WinnersProps) {
  const orderedWinners = [...winners.filter(isGrand), ...winners.filter((winner) => !isGrand(winner))];
  return (
    <ul className="grid gap-4 @3xs:grid-cols-[auto_minmax(0,1fr)]">
      {orderedWinners.map((winner) => (
        <Winner key={`${winner.poolId} ${winner.prizeType} ${winner.number}`} {...drawProps} winner={winner} />
      ))}
    </ul>
  );
}

export async function WinnerList({ check, ...drawProps }: WinnerListProps) {
  const { winners } = drawProps.draw;
  if (winners.length === 0) return null;
  const t = await getTranslations("draw");
  const main = findMainWinner(drawProps.draw);
  const others = winners.filter((winner) => winner !== main);
  const focusProps = main ? { id: "sale-notice", tabIndex: -1 } : {};
  const list = (
    <section aria-labelledby="winners" {...focusProps} className="results">
      <h2 id="winners" className="flex items-center gap-2 text-2xl">
        <Icon name="trophy" className="size-6 text-brand-strong" />
        <span>{main ? t("didYouWin") : t("winners", { count: winners.length })}</span>
      </h2>
      {check}
      {main && others.length > 0 ? <h3 className="text-lg">{t("otherWinners", { count: others.length })}</h3> : null}
      {others.length > 0 ? <Winners {...drawProps} winners={others} /> : null}
      <ClaimInstructions {...drawProps} />
    </section>
  );
  return list;
}

function WinnerDetail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted">{name}</dt>
      <dd className="font-semibold">{children}</dd>
    </div>
  );
}

async function DrawingDetails({ draw, live, locale }: DrawProps) {
  const winner = findMainWinner(draw);
  if (!winner) return null;
  const t = await getTranslations("draw");
  const tProof = await getTranslations("draw.proof");
  const method = findDrawingMethodKey(draw, mainPoolId);
  return (
    <div>
      <h3 className="text-lg">{tProof("title")}</h3>
      {method ? <p className="text-sm">{t(method)}</p> : null}
      <dl className="mt-2 grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-x-4 gap-y-2 text-sm">
        <WinnerDetail name={tProof("drawn")}>
          <DateText text={formatInstant(winner.drawnAt, locale, draw.timeZone, "dated")} />
        </WinnerDetail>
        {live.sold > 0 && !draw.jackpotTotal ? (
          <WinnerDetail name={tProof("tickets")}>
            {new Intl.NumberFormat(formatLocale(locale)).format(live.sold)}
          </WinnerDetail>
        ) : null}
        <WinnerDetail name={tProof("organizer")}>
          <DrawText text={draw.organization} locale={locale} />
        </WinnerDetail>
        {draw.license ? (
          <WinnerDetail name={tProof("licence")}>
            <span translate="no">{draw.license}</span>
          </WinnerDetail>
        ) : null}
      </dl>
    </div>
  );
}

async function ClaimInstructions({ draw, locale }: Omit<DrawProps, "live">) {
  const t = await getTranslations("draw.claim");
  const { supportEmail: email } = draw;
  const hasRules = localText(draw.rules, locale).text !== "";
  return (
    <div className="text-sm">
      <h3 className="text-lg">{t("title", { count: draw.winners.length })}</h3>
      <p>{t("text")}</p>
      <p className="flex flex-wrap gap-x-4">
        {email ? (
          <a className="link text-ink inline-flex min-h-9 items-center" href={`mailto:${email}`}>
            {email}
          </a>
        ) : null}
        {hasRules ? (
          <a className="link text-ink inline-flex min-h-9 items-center" href="#rules">
            {t("rules")}
          </a>
        ) : null}
      </p>
    </div>
  );
}

export function DrawProof(props: DrawProps) {
  if (!findMainWinner(props.draw)) return null;
  return (
    <div className="results border-line bg-raised">
      <DrawingDetails {...props} />
    </div>
  );
}
