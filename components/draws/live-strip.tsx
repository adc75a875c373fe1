"use client";

import { useTranslations } from "next-intl";

import { useNumbers } from "@/components/ui/use-numbers";
import { useLive } from "./live-provider";

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
