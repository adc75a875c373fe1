import type { ReactNode } from "react";

const rowClass =
  "grid grid-cols-[minmax(0,7rem)_minmax(0,1fr)] gap-3 py-1.5 sm:grid-cols-[minmax(0,10rem)_minmax(0,1fr)]";

/** A dash stands for an unknown value. */
export function OrderDetail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={rowClass}>
      <dt className="text-muted">{name}</dt>
      <dd className="wrap-anywhere" translate="no">
        {children ?? "–"}
      </dd>
    </div>
  );
}
