import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";

import type { CheckoutReason } from "@/components/checkout/checkout-reasons";
import { reprintReceipt } from "@/lib/terminal/client";
import type { TerminalOrder } from "@/lib/terminal/rules.orders";

import { readSoldNote, writeSoldNote } from "./sold-note";
import { useConnection } from "./use-connection";

/** Where printing stands: nothing printed, a print that must be looked at, or one that was found complete. */
export type PrintStep = "ready" | "counting" | "asking" | "complete";

/** Printing a receipt, and what it is marked with. */
export type ReceiptPrint = {
  step: PrintStep;
  /** 0 for the first print, then which reprint it is or would be. */
  copy: number;
  trouble: CheckoutReason | null;
  print: () => void;
  setComplete: () => void;
};

function isFirstPrint({ orderId, reprints }: TerminalOrder): boolean {
  return reprints === 0 && readSoldNote(orderId)?.isPrinted === false;
}

function noteFirstPrint({ orderId }: TerminalOrder): void {
  writeSoldNote({ orderId, givenCents: readSoldNote(orderId)?.givenCents ?? null, isPrinted: true });
}

/**
 * Prints the receipt of an order. The first print right after the sale is the original; every other one is counted by the
 * server before it is printed, and marked. A print that the browser's own menu made is counted after it.
 */
export function useReceiptPrint(order: TerminalOrder, onOrder: (order: TerminalOrder) => void): ReceiptPrint {
  const { note } = useConnection();
  const [step, setStep] = useState<PrintStep>("ready");
  const [copy, setCopy] = useState(() => (isFirstPrint(order) ? 0 : order.reprints + 1));
  const [trouble, setTrouble] = useState<CheckoutReason | null>(null);
  const isOwnPrint = useRef(false);

  function open(printedCopy: number, reprints: number): void {
    isOwnPrint.current = true;
    flushSync(() => setCopy(printedCopy));
    window.print();
    isOwnPrint.current = false;
    if (printedCopy === 0) noteFirstPrint(order);
    setCopy(reprints + 1);
    setStep("asking");
  }

  async function count(): Promise<TerminalOrder | null> {
    setTrouble(null);
    const answer = note(await reprintReceipt(order));
    if (!answer.ok) setTrouble(answer.reason);
    else onOrder(answer.order);
    return answer.ok ? answer.order : null;
  }

  async function print(): Promise<void> {
    if (step === "counting") return;
    if (copy === 0) return open(0, order.reprints);
    setStep("counting");
    const counted = await count();
    if (counted) open(counted.reprints, counted.reprints);
    else setStep("ready");
  }

  useEffect(() => {
    const onAfterPrint = () => {
      if (isOwnPrint.current) return;
      if (copy === 0) noteFirstPrint(order);
      else count();
      setCopy(copy + 1);
      setStep("asking");
    };
    window.addEventListener("afterprint", onAfterPrint);
    return () => window.removeEventListener("afterprint", onAfterPrint);
  });

  return { step, copy, trouble, print, setComplete: () => setStep("complete") };
}
