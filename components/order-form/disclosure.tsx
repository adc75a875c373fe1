import type { ReactNode } from "react";
import { useState } from "react";

import { Icon } from "@/components/ui/icon";

type DisclosureProps = {
  summary: ReactNode;
  isOpen?: boolean;
  className?: string;
  children: ReactNode;
};

export function Disclosure({ summary, isOpen = false, className = "", children }: DisclosureProps) {
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  return (
    <details open={wasOpen} className={`fold ${className}`}>
      <summary className="fold-line">
        <span>{summary}</span>
        <Icon name="chevron-down" />
      </summary>
      {children}
    </details>
  );
}
