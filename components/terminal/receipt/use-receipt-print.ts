import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";

import type { CheckoutReason } from "@/components/payment/checkout-reasons";
import { useConnection } from "@/components/terminal/shell/use-connection";
import { newKey } from "@/lib/platform/http/new-key";
import { reprintReceipt } from "@/lib/terminal/client.orders";
import type { TerminalOrder } from "@/lib/terminal/rules.orders";
import { readSoldNote, writeSoldNote } from "./sold-note";

/** Printing a receipt, and what it is marked with. */
export type ReceiptPrint = {
  /** A print is being counted at the server. */
  isBusy: boolean;
  /** Something was printed that somebody must look at. */
  isAsking: boolean;
  /** What the paper is marked as: 0 for the first print, then which reprint it is. */
  copy: number;
  /** Nothing was printed yet, as far as this page knows: the next print asks to be the original. */
  isFirst: boolean;
  trouble: CheckoutReason | null;
  print: () => void;
};

function isFirstPrint({ orderId, history }: TerminalOrder): boolean {
  const isPrinted = history.some(({ action }) => action === "receipt-printed" || action === "receipt-reprinted");
  return !isPrinted && readSoldNote(orderId)?.isPrinted === false;
}

function recordFirstPrint({ orderId }: TerminalOrder): void {
  writeSoldNote({ orderId, givenCents: readSoldNote(orderId)?.givenCents ?? null, isPrinted: true });
}

/** Follows each print of this page, whoever asked for it. */
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
 * Prints the receipt of an order. The page that sold it claims the original at the server, which gives it once; every
 * other print is counted there before it is made, and marked. One that the browser's own menu makes is marked, and
 * counted after it.
 */
export function useReceiptPrint(order: TerminalOrder, onOrder: (order: TerminalOrder) => void): ReceiptPrint {
  const { note } = useConnection();
  const [isBusy, setBusy] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [isFirst, setFirst] = useState(() => isFirstPrint(order));
  const [copy, setCopy] = useState(isFirst ? 0 : order.reprints + 1);
  const [trouble, setTrouble] = useState<CheckoutReason | null>(null);
  const isOwnPrint = useRef(false);
  // Kept nowhere: a copy of this tab has a claim of its own.
  const [claim] = useState(newKey);

  function noteFirst(): void {
    recordFirstPrint(order);
    setFirst(false);
  }

  async function count(mayBeFirst: boolean): Promise<number | null> {
    setTrouble(null);
    const answer = note(await reprintReceipt(order, mayBeFirst ? claim : null));
    if (!answer.ok) setTrouble(answer.reason);
    else onOrder(answer.order);
    return answer.ok ? answer.copy : null;
  }

  function open(printedCopy: number): void {
    isOwnPrint.current = true;
    flushSync(() => setCopy(printedCopy));
    window.print();
    if (isFirst) noteFirst();
    setAsking(true);
  }

  async function print(): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    const counted = await count(isFirst);
    setBusy(false);
    if (counted !== null) open(counted);
  }

  usePrintEvents({
    onBefore() {
      if (!isOwnPrint.current) flushSync(() => setCopy(order.reprints + 1));
    },
    // A browser may print later than it is told to: this event, not the end of the call, ends a print of our own.
    onAfter() {
      const wasOwn = isOwnPrint.current;
      isOwnPrint.current = false;
      if (wasOwn) return;
      if (isFirst) noteFirst();
      count(false);
      setAsking(true);
    },
  });

  return { isBusy, isAsking, copy, isFirst, trouble, print };
}
