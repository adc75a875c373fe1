"use client";

import { useTranslations } from "next-intl";
import { fitFigure } from "@/components/ui/figures";
import { useFormatters } from "@/components/ui/use-formatters";
import { useLive, usePrizeRoll, useServerNow } from "./live-provider";

export function LivePrize() {
  const { shortDollars } = useFormatters();
  const PrizeRoll = usePrizeRoll();
  const prize = useLive().prize ?? 0;
  const amount = shortDollars(prize);
  return (
    <span className="@container relative block">
      <span className="tabular live-prize" style={{ fontSize: fitFigure(amount, "var(--prize-size)") }}>
        {PrizeRoll ? <PrizeRoll prize={prize} amount={amount} /> : amount}
      </span>
    </span>
  );
}

type TimeLeft = { days: number; hours: number; minutes: number; seconds: number };

export function splitTime(ms: number): TimeLeft {
  const total = Math.max(0, Math.ceil(ms / 1000));
  return {
    days: Math.floor(total / 86_400),
    hours: Math.floor(total / 3600) % 24,
    minutes: Math.floor(total / 60) % 60,
    seconds: total % 60,
  };
}

export type Milestone = { at: string; label: string };

type CountdownProps = {
  /** In ISO 8601. */
  target: string;
  label: string;
  milestones?: Milestone[];
};

const units = ["days", "hours", "minutes", "seconds"] as const;

function formatUnit(unit: (typeof units)[number], value: number): string {
  return unit === "days" || unit === "hours" ? String(value) : String(value).padStart(2, "0");
}

/** Counts by the server's clock. Screen readers get whole minutes, and only on request. */
export function Countdown({ target, label, milestones }: CountdownProps) {
  const t = useTranslations("live");
  const now = useServerNow();
  const timeLeft = splitTime(Date.parse(target) - now);
  const visibleUnits = units.slice(timeLeft.days > 0 ? 0 : timeLeft.hours > 0 ? 1 : 2);
  const next = milestones?.find(({ at }) => Date.parse(at) > now);
  return (
    <>
      <div role="timer" className="clock">
        <span>{label}</span>
        <b aria-hidden="true" className="tabular">
          {visibleUnits.map((unit) => t(`units.${unit}`, { n: formatUnit(unit, timeLeft[unit]) })).join(" ")}
        </b>
        <span className="sr-only">
          {t("timeLeft", { days: timeLeft.days, hours: timeLeft.hours, minutes: timeLeft.minutes })}
        </span>
      </div>
      {next ? <p className="milestone">{next.label}</p> : null}
    </>
  );
}

type LiveStripProps = {
  /** The pot includes earlier sales, so it doesn't match the number of tickets sold here. */
  hasCarryOver?: boolean;
  maxTickets?: number | null;
};

function countLastTickets({ left, sold }: { left: number | null; sold: number }): number {
  return left !== null && left < sold ? left : 0;
}

export function LiveStrip({ hasCarryOver = false, maxTickets = null }: LiveStripProps) {
  const t = useTranslations("live");
  const { number, shortDollars } = useFormatters();
  const live = useLive();
  const lastTickets = countLastTickets(live);
  const isAhead = live.reason === "draw-upcoming";
  return (
    <p className="live-strip">
      {live.prize === null ? null : <span>{t("ofPot", { amount: shortDollars(live.pot) })}</span>}
      {isAhead || hasCarryOver || live.sold === 0 ? null : (
        <span>
          {live.salesOpen ? <i aria-hidden="true" /> : null}
          <span>
            {t(maxTickets && live.left ? "soldOf" : "sold", {
              count: live.sold,
              formatted: number(live.sold),
              most: number(maxTickets ?? 0),
            })}
          </span>
        </span>
      )}
      {isAhead || lastTickets === 0 ? null : <b>{t("left", { count: lastTickets, formatted: number(lastTickets) })}</b>}
    </p>
  );
}
