"use client";

import { useTranslations } from "next-intl";

import { useNumbers } from "@/components/ui/use-numbers";
import { useLive } from "./live-provider";

/** Tickets sold and, in a limited draw, tickets left; asked for again at the draw's own rate. */
export function LiveStrip() {
  const t = useTranslations("live");
  const { number } = useNumbers();
  const live = useLive();
  return (
    <p className="live-strip">
      <span className="inline-flex items-center gap-2">
        {live.salesOpen ? (
          <span aria-hidden="true" className="size-2 animate-pulse-dot rounded-full bg-current" />
        ) : null}
        {t.rich("sold", {
          count: live.sold,
          formatted: number(live.sold),
          strong: (words) => <strong className="tabular font-semibold">{words}</strong>,
        })}
      </span>
      {live.left === null ? null : (
        <span className="font-semibold">{t("left", { count: live.left, formatted: number(live.left) })}</span>
      )}
    </p>
  );
}
