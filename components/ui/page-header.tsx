import type { ReactNode } from "react";

import { BrandMark } from "./brand-mark";

type PageHeaderProps = {
  /** Where the mark leads; the page's own address where there is no list of draws. */
  homeHref: string;
  homeLabel: string;
  /** Language switch and theme toggle. */
  children?: ReactNode;
};

/** The bar on top of a page: the mark on the left, switches on the right. Not printed but for the mark. */
export function PageHeader({ homeHref, homeLabel, children }: PageHeaderProps) {
  return (
    <header className="page-bar">
      <div>
        <a href={homeHref} aria-label={homeLabel} className="inline-flex min-h-11 items-center rounded-control">
          <BrandMark />
        </a>
        <div className="flex flex-wrap items-center gap-1 print:hidden">{children}</div>
      </div>
    </header>
  );
}
