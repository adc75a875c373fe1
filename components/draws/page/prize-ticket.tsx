import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import type { DrawProps } from "@/components/draws/draw-filter";
import { DateText, DrawText } from "@/components/draws/draw-text";
import { getGroundStyle } from "@/components/draws/ground-style";
import type { Milestone } from "@/components/draws/live/live-prize";
import { Countdown, LivePrize, LiveStrip } from "@/components/draws/live/live-prize";
import { fitFigure } from "@/components/ui/figures";
import { listEarlyBirdChances } from "@/lib/draws/prizes/rules.moments";
import { drawingDateKeys, getActualDates, getPrizeStage } from "@/lib/draws/prizes/rules.stage";
import type { Winner } from "@/lib/draws/prizes/rules.winners";
import { findMainWinner, findWinnerPrize } from "@/lib/draws/prizes/rules.winners";
import { getSchedule, isAllSold } from "@/lib/draws/rules";
import type { PublicDraw } from "@/lib/draws/rules.projection";
import { localText } from "@/lib/local-text";
import { formatInstant } from "@/lib/platform/i18n/format-instant";
import type { Language } from "@/lib/platform/i18n/routing";
import { formatShortMoney } from "@/lib/receipts/paper/rules.money";
import { DrawName } from "./draw-name";

type PrizeTicketProps = DrawProps & {
  picture?: ReactNode;
};

type WinnerProps = DrawProps & { winner: Winner };

async function WonPrizeText({ draw, live, locale, winner }: WinnerProps) {
  const t = await getTranslations("draw");
  const description = findWinnerPrize(draw, winner)?.description;
  if (live.prize === null) return description ? <DrawText text={description} locale={locale} /> : null;
  const prize = formatShortMoney(live.prize, locale);
  if (!winner.name) return prize;
  return t.rich("wonHalf", { prize, pot: formatShortMoney(live.pot, locale), b: (chunks) => <b>{chunks}</b> });
}

async function WinnerText(props: WinnerProps) {
  const t = await getTranslations("draw");
  const { name } = props.winner;
  const wonPrize = <WonPrizeText {...props} />;
  if (!name) return <p className="ticket-winner">{wonPrize}</p>;
  return (
    <>
      <p className="ticket-winner">{t("congratulations", { name })}</p>
      <p className="ticket-won">{wonPrize}</p>
    </>
  );
}

async function WonPrize(props: DrawProps) {
  const winner = findMainWinner(props.draw);
  if (!winner) return null;
  const t = await getTranslations("draw");
  const number = String(winner.number);
  return (
    <>
      <p>
        <span className="prize-word">{t("winningNumber")}</span>
        <span className="@container relative block">
          <span
            translate="no"
            className="tabular live-prize"
            style={{ fontSize: fitFigure(number, "var(--prize-size)") }}
          >
            {number}
          </span>
        </span>
      </p>
      <WinnerText {...props} winner={winner} />
    </>
  );
}

async function Prize(props: DrawProps) {
  const { draw, live, locale } = props;
  const t = await getTranslations("draw");
  const grandPrize = draw.prizes["Grand Prize"]?.[0];
  if (findMainWinner(draw)) {
    return <WonPrize {...props} />;
  }
  if (live.prize !== null) {
    return (
      <p>
        <span className="prize-word">{t(`prizeWords.${getPrizeStage(draw, new Date(live.serverTime))}`)}</span>
        <LivePrize />
      </p>
    );
  }
  if (!grandPrize) return null;
  const prize = (
    <p>
      <span className="prize-word">{t("prizeTypes.Grand Prize")}</span>
      <span className="grand-prize">
        <DrawText text={grandPrize.description} locale={locale} />
      </span>
    </p>
  );
  return prize;
}

async function PastDraw({ draw, live, locale }: DrawProps) {
  const t = await getTranslations("draw");
  const { drawsAt } = getActualDates(draw, new Date(live.serverTime));
  const date = formatInstant(drawsAt, locale, draw.timeZone, "dated");
  return (
    <p className="font-semibold">
      <DateText text={t(drawingDateKeys[findMainWinner(draw) ? "drawn" : "past"], { date })} />
    </p>
  );
}

async function listMilestones(draw: PublicDraw, locale: Language): Promise<Milestone[]> {
  const t = await getTranslations("draw.nextEarlyBird");
  return listEarlyBirdChances(draw).map(({ at, cutOffAt, prize }) => {
    const date = formatInstant(at, locale, draw.timeZone, "brief");
    const label = prize
      ? t("withPrize", { date, prize: localText(prize.description, locale).text })
      : t("plain", { date });
    return { at: cutOffAt.toISOString(), label };
  });
}

async function Clock({ draw, live, locale }: DrawProps) {
  const t = await getTranslations("draw");
  const schedule = getSchedule(draw);
  const { customCountDownText } = draw.additionalOptions;
  if (live.reason === "draw-upcoming") {
    return <Countdown target={schedule.opensAt.toISOString()} label={t("opensIn")} />;
  }
  const milestones = await listMilestones(draw, locale);
  if (getPrizeStage(draw, new Date(live.serverTime)) !== "estimated") {
    return <PastDraw draw={draw} live={live} locale={locale} />;
  }
  if (isAllSold(live.reason) || draw.state.time_state === "Ended") {
    return <Countdown target={schedule.drawsAt.toISOString()} label={t("drawIn")} milestones={milestones} />;
  }
  const label = customCountDownText ? localText(customCountDownText, locale).text : t("closesIn");
  return <Countdown target={schedule.closesAt.toISOString()} label={label} milestones={milestones} />;
}

export function PrizeTicket({ picture, ...props }: PrizeTicketProps) {
  const { draw, live, locale } = props;
  return (
    <div className="ticket" style={getGroundStyle(draw)}>
      {picture}
      <div className="ticket-body ticket-head">
        <DrawName draw={draw} locale={locale} className="ticket-title" logoSize={44} />
        <div>
          <Prize {...props} />
          <LiveStrip hasCarryOver={live.prize !== null && draw.jackpotTotal > 0} maxTickets={draw.maxTickets} />
        </div>
      </div>
      <div className="ticket-stub ticket-foot">
        <Clock {...props} />
      </div>
    </div>
  );
}
