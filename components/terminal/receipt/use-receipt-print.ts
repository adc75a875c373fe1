import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";

import type { CheckoutReason } from "@/components/payment/checkout-reasons";
import { useConnection } from "@/components/terminal/shell/use-connection";
import { createKey } from "@/lib/platform/http/browser/new-key";
import { reprintReceipt } from "@/lib/terminal/orders/client";
import type { TerminalOrder } from "@/lib/terminal/orders/rules";
import { readSoldNote, storeSoldNote } from "./sold-note";

export type ReceiptPrint = {
  isBusy: boolean;
  isConfirming: boolean;
  /** 0 for the first print, otherwise the number of the reprint. */
  copy: number;
  isFirst: boolean;
  refusalReason: CheckoutReason | null;
  print: () => void;
};

function isFirstPrint({ orderId, history }: TerminalOrder): boolean {
  const isPrinted = history.some(({ action }) => action === "receipt-printed" || action === "receipt-reprinted");
  return !isPrinted && readSoldNote(orderId)?.isPrinted === false;
}

function recordFirstPrint({ orderId }: TerminalOrder): void {
  storeSoldNote({ orderId, givenCents: readSoldNote(orderId)?.givenCents ?? null, isPrinted: true });
}

function usePrintEvents({ onBefore, onAfter }: { onBefore: () => void; onAfter: () => void }): void {
  useEffect(() => {
    window.addEventListener("beforeprint", onBefore);
    window.addEventListener("afterprint", onAfter);
    return () => {
      window.removeEventListener("beforeprint", onBefore);
      window.removeEventListener("afterprint", onAfter);
    };
  });
}

/**
 * The selling page claims the original, which the server grants once. Every other print is first counted there, and
 * marked. A print from the browser's menu is marked, and counted afterwards.
 */
export function useReceiptPrint(order: TerminalOrder, onOrder: (order: TerminalOrder) => void): ReceiptPrint {
  const { note } = useConnection();
  const [isBusy, setBusy] = useState(false);
  const [isConfirming, setConfirming] = useState(false);
  const [isFirst, setFirst] = useState(() => isFirstPrint(order));
  const [copy, setCopy] = useState(isFirst ? 0 : order.reprints + 1);
  const [refusalReason, setRefusalReason] = useState<CheckoutReason | null>(null);
  const isOwnPrint = useRef(false);
  // Not stored, so that a copy of this tab has its own claim.
  const [claim] = useState(createKey);

  function markFirstPrint(): void {
    recordFirstPrint(order);
    setFirst(false);
  }

  async function countPrint(isFirst: boolean): Promise<number | null> {
    setRefusalReason(null);
    const answer = note(await reprintReceipt(order, isFirst ? claim : null));
    if (!answer.ok) setRefusalReason(answer.reason);
    else onOrder(answer.order);
    return answer.ok ? answer.copy : null;
  }

  function openPrintDialog(printedCopy: number): void {
    isOwnPrint.current = true;
    flushSync(() => setCopy(printedCopy));
    window.print();
    if (isFirst) markFirstPrint();
    setConfirming(true);
  }

  async function print(): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    const printCopy = await countPrint(isFirst);
    setBusy(false);
    if (printCopy !== null) openPrintDialog(printCopy);
  }

  usePrintEvents({
    onBefore() {
      if (!isOwnPrint.current) flushSync(() => setCopy(order.reprints + 1));
    },
    // A browser may print after the call has returned, so this event ends our print.
    onAfter() {
      const wasOwnPrint = isOwnPrint.current;
      isOwnPrint.current = false;
      if (wasOwnPrint) return;
      if (isFirst) markFirstPrint();
      countPrint(false);
      setConfirming(true);
    },
  });

  return { isBusy, isConfirming, copy, isFirst, refusalReason, print };
}
