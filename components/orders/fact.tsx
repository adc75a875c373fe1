import type { ReactNode } from "react";

/** One fact of an order: its name, small, above its value. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="print:break-inside-avoid">
      <dt className="text-muted text-sm">{name}</dt>
      <dd className="font-medium">{children}</dd>
    </div>
  );
}
