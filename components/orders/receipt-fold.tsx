import type { ReactNode } from "react";

import { Icon } from "@/components/ui/icon";

/**
 * Folds small print on a screen alone: it is printed, and read to who listens, whether it is open or not. What it holds
 * has nothing to press, which would take the focus unseen.
 */
export function ReceiptFold({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="relative border-line border-b in-[.order-side]:border-0 print:border-0">
      <details className="peer print:hidden">
        <summary className="question rounded-control">
          <span>{title}</span>
          <Icon name="chevron-down" className="size-5 text-muted" />
        </summary>
      </details>
      <div className="sr-only peer-open:not-sr-only print:not-sr-only">{children}</div>
    </div>
  );
}
