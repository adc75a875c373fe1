"use client";

import { useTranslations } from "next-intl";

import { useNumbers } from "@/components/ui/use-numbers";
import { useLive } from "./live-provider";

/** The cents of an amount without cents, in either language. */
const noCents = /[.,]00\b/;

/** A pot that other sales began is not told beside what is sold now: the two would not agree. */
type LiveStripProps = { isCarried?: boolean };

/** What the prize is half of, tickets sold and, in a limited draw, tickets left; asked for at the draw's own rate. */
export function LiveStrip({ isCarried = false }: LiveStripProps) {
  const t = useTranslations("live");
  const { number, dollars } = useNumbers();
  const live = useLive();
  const isAhead = live.reason === "draw-upcoming";
  return (
    <p className="live-strip">
      {live.prize === null ? null : <span>{t("ofPot", { amount: dollars(live.pot).replace(noCents, "") })}</span>}
      {/* "0 tickets sold" invites nobody, and a draw that is sold out says so below. */}
      {isAhead || isCarried || live.sold === 0 ? null : (
        <span>
          {live.salesOpen ? <i aria-hidden="true" /> : null}
          {t("sold", { count: live.sold, formatted: number(live.sold) })}
        </span>
      )}
      {isAhead || !live.left ? null : <b>{t("left", { count: live.left, formatted: number(live.left) })}</b>}
    </p>
  );
}
