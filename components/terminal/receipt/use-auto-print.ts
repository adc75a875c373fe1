import { useEffect } from "react";

import { useDevice } from "@/components/terminal/device/use-device";
import { printsAtOnce, useTabletSettings } from "@/components/terminal/shell/tablet-settings";
import type { TerminalOrder } from "@/lib/terminal/rules.orders";
import { claimAutoPrint } from "./sold-note";
import type { ReceiptPrint } from "./use-receipt-print";

/**
 * Prints the original of a sale that this tab has just made, where the tablet is set to: once, as a reload must not
 * print again what nobody asks for.
 */
export function useAutoPrint({ orderId, status }: TerminalOrder, { isFirst, print }: ReceiptPrint): void {
  const settings = useTabletSettings();
  const details = useDevice().allocation?.deviceDetails;
  // The paper has no width before the printer is known.
  const isWanted = details ? printsAtOnce(settings, details.printer) : false;
  const mayPrint = isWanted && isFirst && status === "finalized";
  // biome-ignore lint/correctness/useExhaustiveDependencies: `print` is new with each drawing, and is pressed once
  useEffect(() => {
    if (mayPrint && claimAutoPrint(orderId)) print();
  }, [mayPrint, orderId]);
}
