"use client";

import { useEffect, useState } from "react";
import { flushSync } from "react-dom";

import { formatInstant } from "@/lib/platform/i18n/format-instant";
import type { Language } from "@/lib/platform/i18n/routing";

type PrintMarkProps = { mark: string; locale: Language; timeZone: string };

/**
 * Says on paper, and only there, that it is a reprint, and when it was printed: the mail is the receipt itself. The
 * time is the printing browser's, told as the dialogue opens.
 */
export function PrintMark({ mark, locale, timeZone }: PrintMarkProps) {
  const [printedAt, setPrintedAt] = useState<string | null>(null);

  useEffect(() => {
    const stamp = () => flushSync(() => setPrintedAt(formatInstant(new Date(), locale, timeZone, "dated")));
    window.addEventListener("beforeprint", stamp);
    return () => window.removeEventListener("beforeprint", stamp);
  }, [locale, timeZone]);

  return (
    <p className="mb-3 hidden border-2 border-black px-3 py-1 font-bold text-black print:block">
      {[mark, printedAt].filter(Boolean).join(" · ")}
    </p>
  );
}
