"use client";

import { useNumbers } from "@/components/ui/use-numbers";
import { amountWidth } from "./amount-width";
import { useLive, usePrizeRoll } from "./live-provider";

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
        style={{ fontSize: `min(var(--prize-size), ${(100 / amountWidth(amount)).toFixed(1)}cqi)` }}
      >
        {PrizeRoll ? <PrizeRoll prize={prize} amount={amount} /> : amount}
      </span>
    </span>
  );
}
