"use client";

import { useNumbers } from "@/components/ui/use-numbers";
import { useLive, usePrizeRoll } from "./live-provider";

/** How wide an amount is, in em: a digit or its sign takes more than what parts them. */
function widthOf(amount: string): number {
  const wide = amount.replace(/[^\d$]/g, "").length;
  return wide * 0.63 + (amount.length - wide) * 0.33;
}

/** The prize as it stands, as large as its ground allows: the size follows from the number of characters. */
export function LivePrize() {
  const { shortDollars } = useNumbers();
  const PrizeRoll = usePrizeRoll();
  const prize = useLive().prize ?? 0;
  const amount = shortDollars(prize);
  return (
    <span className="prize-room">
      <span
        className="tabular live-prize"
        style={{ fontSize: `min(var(--prize-size), ${(100 / widthOf(amount)).toFixed(1)}cqi)` }}
      >
        {PrizeRoll ? <PrizeRoll prize={prize} amount={amount} /> : amount}
      </span>
    </span>
  );
}
