"use client";

import type { ReactNode } from "react";
import { useState } from "react";

type FoldProps = {
  title: string;
  /** What is chosen inside, for who sees the fold closed. */
  chosen?: string;
  children: ReactNode;
};

/** Closed on a phone, where what follows would begin below the screen. A wide screen has room for it. */
export function Fold({ title, chosen, children }: FoldProps) {
  // Within the console's frame nothing is rendered on the server.
  const [isOpen, setOpen] = useState(() => matchMedia("(min-width: 48rem)").matches);
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="min-h-11 cursor-pointer content-center">
        <span className="font-semibold">{title}</span>
        {chosen && !isOpen ? <span className="text-muted">{` · ${chosen}`}</span> : null}
      </summary>
      <div className="grid grid-cols-1 gap-4 pt-1 pb-2">{children}</div>
    </details>
  );
}
