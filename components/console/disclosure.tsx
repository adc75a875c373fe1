"use client";

import type { ReactNode } from "react";
import { useState } from "react";

type DisclosureProps = {
  title: string;
  /** Shown beside the title while closed. */
  summary?: string;
  /** Starts closed on wide screens, too. On phones it always does. */
  isClosedAtFirst?: boolean;
  children: ReactNode;
};

/** Closed at first on a phone, where its content would push what follows below the screen. */
export function Disclosure({ title, summary, isClosedAtFirst = false, children }: DisclosureProps) {
  // Within the console's frame nothing is rendered on the server.
  const [isOpen, setOpen] = useState(() => !isClosedAtFirst && matchMedia("(min-width: 48rem)").matches);
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="min-h-11 cursor-pointer content-center">
        <span className="font-semibold">{title}</span>
        {summary && !isOpen ? (
          <>
            <span className="text-muted max-sm:hidden">{" · "}</span>
            <span className="text-muted max-sm:block max-sm:pr-36">{summary}</span>
          </>
        ) : null}
      </summary>
      <div className="grid grid-cols-1 gap-4 pt-1 pb-2">{children}</div>
    </details>
  );
}
