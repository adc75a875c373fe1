"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useFormatters } from "@/components/ui/use-formatters";
import { isAllSold } from "@/lib/draws/rules";
import { useInitialLive, useLive, useServerNow } from "./live-provider";

function useRelativeTime(): (at: string, now: number) => string {
  const t = useTranslations("live");
  return (at, now) => {
    const minutes = Math.max(0, Math.floor((now - Date.parse(at)) / 60_000));
    if (minutes < 1) return t("ago.now");
    if (minutes < 60) return t("ago.minutes", { count: minutes });
    const hours = Math.floor(minutes / 60);
    return hours < 24 ? t("ago.hours", { count: hours }) : t("ago.days", { count: Math.floor(hours / 24) });
  };
}

const lineClass = "min-w-0 flex-1 truncate text-muted";

export function LatestPurchase() {
  const t = useTranslations("live");
  const { recent, reason, salesOpen, sold, pot } = useLive();
  const [latest] = recent;
  const [first] = useInitialLive().recent;
  const now = useServerNow();
  const formatAgo = useRelativeTime();
  const { number } = useFormatters();
  // A pot that was carried over had its first buyer in another draw, so the line keeps its place but stays empty.
  if (!latest && salesOpen && sold === 0) return <p className={lineClass}>{pot === 0 ? t("beFirst") : "\u00a0"}</p>;
  const isOver = reason === "draw-closed" || reason === "draw-cancelled" || isAllSold(reason);
  if (!latest || isOver) return null;
  const { name, city, tickets, at } = latest;
  return (
    <p key={at} className={at === first?.at ? lineClass : `${lineClass} animate-rise`}>
      <b className="font-semibold text-ink">{name === "" ? t("inPerson") : (name ?? t("someone"))}</b>
      {city ? <span className="max-sm:hidden">{` ${t("from", { city })}`}</span> : null}{" "}
      <span>{`${t("bought", { count: tickets, formatted: number(tickets) })} · ${formatAgo(at, now)}`}</span>
    </p>
  );
}

const buttonClass =
  "relative ml-auto inline-flex min-h-7 shrink-0 items-center gap-1.5 rounded-full border border-line-strong bg-raised " +
  "px-2.5 font-semibold text-xs after:absolute after:-inset-2 hover:border-ink max-sm:size-7 max-sm:justify-center " +
  "max-sm:gap-0 max-sm:px-0 max-sm:text-[0rem] motion-reduce:hidden noscript:hidden";

const signClass =
  "before:h-2.5 before:w-2 before:border-current before:border-x-3 aria-pressed:before:border-0 " +
  "aria-pressed:before:bg-current aria-pressed:before:[clip-path:polygon(0_0,100%_50%,0_100%)]";

/** Pauses the pictures beside it (WCAG 2.2.2), through the style sheet. */
export function PauseButton({ label }: { label: string }) {
  const [isPaused, setPaused] = useState(false);
  return (
    <button
      type="button"
      aria-pressed={isPaused}
      onClick={() => setPaused(!isPaused)}
      className={`${buttonClass} ${signClass}`}
    >
      {label}
    </button>
  );
}
