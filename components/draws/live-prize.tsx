"use client";

import { useNumbers } from "@/components/ui/use-numbers";
import { useLive } from "./live-provider";

/** The prize as it stands, as large as its ground allows: the size follows from the number of characters. */
export function LivePrize() {
  const { dollars } = useNumbers();
  const live = useLive();
  const amount = dollars(live.prize ?? 0);
  return (
    <span className="@container block">
      <span
        key={amount}
        className="tabular live-prize"
        style={{ fontSize: `min(5.5rem, ${(100 / (amount.length * 0.585)).toFixed(2)}cqi)` }}
      >
        {amount}
      </span>
    </span>
  );
}
