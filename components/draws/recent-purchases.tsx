"use client";

import { useTranslations } from "next-intl";

import type { RecentPurchase } from "@/lib/draws/rules.projection";
import { recentAtMost } from "./first-live";
import { useLive, useServerNow } from "./live-provider";

function useAgo(): (at: string, now: number) => string {
  const t = useTranslations("live");
  return (at, now) => {
    const minutes = Math.max(0, Math.floor((now - Date.parse(at)) / 60_000));
    if (minutes < 1) return t("ago.now");
    if (minutes < 60) return t("ago.minutes", { count: minutes });
    const hours = Math.floor(minutes / 60);
    return hours < 24 ? t("ago.hours", { count: hours }) : t("ago.days", { count: Math.floor(hours / 24) });
  };
}

function Purchase({ purchase, ago }: { purchase: RecentPurchase; ago: string }) {
  const t = useTranslations("live");
  return (
    <li className="purchase">
      <span>
        <b>{purchase.name === "" ? t("inPerson") : (purchase.name ?? t("someone"))}</b>
        {purchase.city ? <i> {t("from", { city: purchase.city })}</i> : null}
        <span>{t("bought", { count: purchase.tickets })}</span>
      </span>
      <span>{ago}</span>
    </li>
  );
}

/** The latest purchases as anyone may see them, with how long ago they were. Nothing while nobody has bought. */
export function RecentPurchases({ title }: { title: string }) {
  const live = useLive();
  const now = useServerNow();
  const ago = useAgo();
  const recent = live.recent.slice(0, recentAtMost);
  if (recent.length === 0) return null;
  return (
    <section aria-labelledby="recent-purchases">
      <h2 id="recent-purchases" className="text-2xl">
        {title}
      </h2>
      <ul className="mt-3">
        {recent.map((purchase) => (
          <Purchase key={`${purchase.at} ${purchase.name}`} purchase={purchase} ago={ago(purchase.at, now)} />
        ))}
      </ul>
    </section>
  );
}
