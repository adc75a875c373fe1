import type { ReactNode } from "react";

/** On a phone the name is above the value, so that an email has the whole width. */
const rowClass = "grid grid-cols-1 py-1.5 sm:grid-cols-[9.75rem_minmax(0,1fr)] sm:gap-3";

/** A dash stands for an unknown value. */
export function OrderDetail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={rowClass}>
      <dt className="text-muted max-sm:text-sm">{name}</dt>
      <dd className="wrap-anywhere" translate="no">
        {children ?? "–"}
      </dd>
    </div>
  );
}
