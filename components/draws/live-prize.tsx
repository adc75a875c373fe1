"use client";

import { fitFigure } from "@/components/ui/figures";
import { useNumbers } from "@/components/ui/use-numbers";
import { useLive, usePrizeRoll } from "./live-provider";

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
