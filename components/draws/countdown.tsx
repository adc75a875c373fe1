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

type CountdownProps = {
  /** ISO instant that is counted down to. */
  target: string;
  label: string;
};

const units = ["days", "hours", "minutes", "seconds"] as const;

function Cell({ value, unit }: { value: number; unit: (typeof units)[number] }) {
  const t = useTranslations("live");
  return (
    <span className="clock-cell">
      <b className="tabular">{unit === "days" ? value : String(value).padStart(2, "0")}</b>
      <span>{t(`units.${unit}`, { count: value })}</span>
    </span>
  );
}

function Cells({ left }: { left: TimeLeft }) {
  const shown = left.days > 0 ? units : units.slice(1);
  return (
    <span aria-hidden="true" className="flex gap-1.5 sm:gap-3">
      {shown.map((unit) => (
        <Cell key={unit} unit={unit} value={left[unit]} />
      ))}
    </span>
  );
}

/** Counts down to an instant by the server's clock. A reader hears whole minutes, and only when it asks. */
export function Countdown({ target, label }: CountdownProps) {
  const t = useTranslations("live");
  const now = useServerNow();
  const left = splitTime(Date.parse(target) - now);
  return (
    <div role="timer" className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <span className="font-medium text-sm sm:text-base">{label}</span>
      <Cells left={left} />
      <span className="sr-only">{t("timeLeft", { days: left.days, hours: left.hours, minutes: left.minutes })}</span>
    </div>
  );
}
