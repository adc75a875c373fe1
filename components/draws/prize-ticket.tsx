import { getTranslations } from "next-intl/server";

import { Icon } from "@/components/ui/icon";
import { Still } from "@/components/ui/still";
import { scheduleOf } from "@/lib/draws/rules";
import type { LiveState, PublicDraw } from "@/lib/draws/rules.projection";
import { localText } from "@/lib/local-text";
import type { Language } from "@/lib/platform/i18n/routing";
import { Countdown } from "./countdown";
import { DrawText } from "./draw-text";
import { LivePrize } from "./live-prize";
import { LiveStrip } from "./live-strip";
import { TestMark } from "./test-mark";

type PrizeTicketProps = { draw: PublicDraw; live: LiveState; locale: Language };

async function Prize({ draw, live, locale }: PrizeTicketProps) {
  const t = await getTranslations("draw");
  const grand = draw.prizes["Grand Prize"]?.[0];
  if (live.prize !== null) {
    return (
      <p>
        <span className="mb-1 block font-medium text-sm sm:text-base">
          {draw.winners.length > 0 ? t("prize") : t("estimatedPrize")}
        </span>
        <LivePrize />
      </p>
    );
  }
  if (!grand) return null;
  const prize = (
    <p>
      <span className="mb-1 flex items-center gap-2 font-medium text-sm sm:text-base">
        <Icon name="trophy" className="size-4" />
        {t("prizeTypes.Grand Prize")}
      </span>
      <span className="block text-balance font-bold font-display text-2xl leading-tight sm:text-4xl">
        <DrawText text={grand.description} locale={locale} />
      </span>
    </p>
  );
  return <Still name="grand-prize">{prize}</Still>;
}

async function Clock({ draw, live, locale }: PrizeTicketProps) {
  const t = await getTranslations("draw");
  const schedule = scheduleOf(draw);
  const { customCountDownText } = draw.additionalOptions;
  if (live.reason === "draw-upcoming") {
    return <Countdown target={schedule.opensAt.toISOString()} label={t("opensIn")} />;
  }
  if (live.reason === "sold-out") {
    return <Countdown target={schedule.drawsAt.toISOString()} label={t("drawIn")} />;
  }
  if (draw.state.time_state === "Ended") return <p className="font-semibold">{t("salesClosed")}</p>;
  const label = customCountDownText ? localText(customCountDownText, locale).text : t("closesIn");
  return <Countdown target={schedule.closesAt.toISOString()} label={label} />;
}

/** The head of the page as a ticket: who it is for, the prize, and on the stub the clock and what is sold. */
export async function PrizeTicket(props: PrizeTicketProps) {
  const { draw, locale } = props;
  const t = await getTranslations("draw");
  return (
    <div className="ticket">
      <div className="ticket-body ticket-head">
        <Still name="title">
          <div>
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
              {draw.isTestDraw ? <TestMark label={t("testMark")} /> : null}
              <DrawText text={draw.organization} locale={locale} />
              {draw.isHot && props.live.salesOpen ? (
                <span className="inline-flex items-center gap-1 rounded-full bg-white px-2 py-0.5 font-semibold text-brand-deep text-xs">
                  <Icon name="flame" className="size-3.5" />
                  {t("hot")}
                </span>
              ) : null}
            </p>
            <h1 className="mt-1 text-2xl leading-tight sm:text-4xl">
              <DrawText text={draw.title} locale={locale} />
            </h1>
          </div>
        </Still>
        <Prize {...props} />
      </div>
      <div className="ticket-stub ticket-foot">
        <Clock {...props} />
        {props.live.reason === "draw-upcoming" ? null : <LiveStrip />}
      </div>
    </div>
  );
}
