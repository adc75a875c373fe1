"use client";

import { useTranslations } from "next-intl";
import { fitFigure } from "@/components/ui/figures";
import { useNumbers } from "@/components/ui/use-numbers";
import { useLive, usePrizeRoll, useServerNow } from "./live-provider";

/** The prize as it stands, as large as its ground allows: the size follows from the number of characters. */
export function LivePrize() {
  const { shortDollars } = useNumbers();
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

/** A stretch of time in whole units. */
type TimeLeft = { days: number; hours: number; minutes: number; seconds: number };

/** Splits `ms` into days, hours, minutes and seconds; nothing below zero. */
export function splitTime(ms: number): TimeLeft {
  const total = Math.max(0, Math.ceil(ms / 1000));
  return {
    days: Math.floor(total / 86_400),
    hours: Math.floor(total / 3600) % 24,
    minutes: Math.floor(total / 60) % 60,
    seconds: total % 60,
  };
}

/** Something that happens at an instant (ISO), in the words of the server. */
export type Milestone = { at: string; words: string };

type CountdownProps = {
  /** ISO instant that is counted down to. */
  target: string;
  label: string;
  /** What happens before it, in order; the next one is told beneath. */
  milestones?: Milestone[];
};

const units = ["days", "hours", "minutes", "seconds"] as const;

/** Minutes and seconds with two digits: the line keeps its width while it ticks. */
function withDigits(unit: (typeof units)[number], value: number): string {
  return unit === "days" || unit === "hours" ? String(value) : String(value).padStart(2, "0");
}

/** Counts down to an instant by the server's clock. A reader hears whole minutes, and only when it asks. */
export function Countdown({ target, label, milestones }: CountdownProps) {
  const t = useTranslations("live");
  const now = useServerNow();
  const left = splitTime(Date.parse(target) - now);
  const shown = units.slice(left.days > 0 ? 0 : left.hours > 0 ? 1 : 2);
  const next = milestones?.find(({ at }) => Date.parse(at) > now);
  return (
    <>
      <div role="timer" className="clock">
        <span>{label}</span>
        <b aria-hidden="true" className="tabular">
          {shown.map((unit) => t(`units.${unit}`, { n: withDigits(unit, left[unit]) })).join(" ")}
        </b>
        <span className="sr-only">{t("timeLeft", { days: left.days, hours: left.hours, minutes: left.minutes })}</span>
      </div>
      {next ? <p className="milestone">{next.words}</p> : null}
    </>
  );
}

type LiveStripProps = {
  /** A pot that other sales began is not told beside what is sold now: the two would not agree. */
  isCarried?: boolean;
  /** How many tickets there will be at most; null where nobody knows. */
  most?: number | null;
};

/** The tickets left once less than half is left: more of them hurry nobody, and make what is sold look little. */
function lastOnes({ left, sold }: { left: number | null; sold: number }): number {
  return left !== null && left < sold ? left : 0;
}

/** What the prize is half of, tickets sold and, in a limited draw, the last ones left; asked for at the draw's rate. */
export function LiveStrip({ isCarried = false, most = null }: LiveStripProps) {
  const t = useTranslations("live");
  const { number, shortDollars } = useNumbers();
  const live = useLive();
  const last = lastOnes(live);
  const isAhead = live.reason === "draw-upcoming";
  return (
    <p className="live-strip">
      {live.prize === null ? null : <span>{t("ofPot", { amount: shortDollars(live.pot) })}</span>}
      {/* "0 tickets sold" invites nobody, and a draw that is sold out says so below. */}
      {isAhead || isCarried || live.sold === 0 ? null : (
        <span>
          {live.salesOpen ? <i aria-hidden="true" /> : null}
          <span>
            {t(most && live.left ? "soldOf" : "sold", {
              count: live.sold,
              formatted: number(live.sold),
              most: number(most ?? 0),
            })}
          </span>
        </span>
      )}
      {isAhead || last === 0 ? null : <b>{t("left", { count: last, formatted: number(last) })}</b>}
    </p>
  );
}
