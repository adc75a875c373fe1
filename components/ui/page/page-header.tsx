import type { ReactNode } from "react";

import { BrandMark } from "./brand-mark";

type PageHeaderProps = {
  homeHref: string;
  homeLabel: string;
  children?: ReactNode;
};

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
