"use client";

import { useTranslations } from "next-intl";
import { useServerNow } from "./live-provider";

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
