"use client";

import { useNumbers } from "@/components/ui/use-numbers";
import { useLive, usePrizeRoll } from "./live-provider";

/** How wide an amount is, in em: a digit takes more than what parts it. */
function widthOf(amount: string): number {
  const digits = amount.replace(/\D/g, "").length;
  return digits * 0.62 + (amount.length - digits) * 0.36;
}

/** The prize as it stands, as large as its ground allows: the size follows from the number of characters. */
export function LivePrize() {
  const { dollars } = useNumbers();
  const PrizeRoll = usePrizeRoll();
  const prize = useLive().prize ?? 0;
  const amount = dollars(prize);
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
