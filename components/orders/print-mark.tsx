"use client";

import { useEffect, useState } from "react";
import { flushSync } from "react-dom";

import { usePageTime } from "@/components/draws/use-page-time";
import { isFirstTime, recordEvent } from "./first-time";

type PrintMarkProps = {
  mark: string;
  /** The first print of this order is the original receipt. Without it, every print is a reprint. */
  originalOrderId?: string | undefined;
  /** The first print is the original for this long after the page was built. */
  originalForMs?: number;
};

/**
 * Visible only on paper: marks a reprint with its time, except the first print right after the purchase
 * (docs/decisions/014). The time is the browser's when its print dialog opens.
 */
export function PrintMark({ mark, originalOrderId, originalForMs = 0 }: PrintMarkProps) {
  const formatTime = usePageTime("dated");
  const [printedAt, setPrintedAt] = useState<string | null>(null);
  const [isOriginal, setOriginal] = useState(false);
  // A browser's clock may be wrong, but it can measure a duration.
  const [openedAtMs] = useState(() => Date.now());

  useEffect(() => {
    if (originalOrderId !== undefined) setOriginal(isFirstTime("printed", originalOrderId));
  }, [originalOrderId]);

  useEffect(() => {
    const markPrint = () => {
      const isInTime = Date.now() - openedAtMs < originalForMs;
      const isFirstPrint = originalOrderId !== undefined && isInTime && isFirstTime("printed", originalOrderId);
      if (isFirstPrint) recordEvent("printed", originalOrderId);
      flushSync(() => {
        setOriginal(isFirstPrint);
        setPrintedAt(formatTime(new Date()));
      });
    };
    window.addEventListener("beforeprint", markPrint);
    return () => window.removeEventListener("beforeprint", markPrint);
  }, [formatTime, originalOrderId, originalForMs, openedAtMs]);

  if (isOriginal) return null;
  return (
    <p className="mb-3 hidden border-2 border-black px-3 py-1 font-bold text-black print:block">
      {[mark, printedAt].filter(Boolean).join(" · ")}
    </p>
  );
}
