import type { ReactNode } from "react";

type FactProps = {
  name: string;
  children: ReactNode;
  /** Takes a whole row while the page is narrow: an address is not to be cut in the middle of a word. */
  isWide?: boolean;
};

/** One fact of an order: its name, small, above its value. */
export function Fact({ name, children, isWide = false }: FactProps) {
  return (
    <div className={`min-w-0 print:break-inside-avoid ${isWide ? "max-sm:col-span-full" : ""}`}>
      <dt className="text-muted text-sm print:text-xs">{name}</dt>
      <dd className="break-words font-medium">{children}</dd>
    </div>
  );
}
