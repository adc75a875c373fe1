import type { ReactNode } from "react";
import { useState } from "react";

import { Icon } from "@/components/ui/icon";

type FoldProps = {
  /** What is beneath, and never that it is shown: they stay while it is open. */
  words: ReactNode;
  /** Opens it from the moment that it holds what is chosen; it does not close by itself again. */
  isOpen?: boolean;
  className?: string;
  children: ReactNode;
};

/** Something that is there for whoever asks for it; the browser unfolds it, also without a script. */
export function Fold({ words, isOpen = false, className = "", children }: FoldProps) {
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  return (
    <details open={wasOpen} className={`fold ${className}`}>
      <summary className="fold-line">
        <span>{words}</span>
        <Icon name="chevron-down" />
      </summary>
      {children}
    </details>
  );
}
