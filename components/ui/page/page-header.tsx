import type { ElementType, ReactNode } from "react";

import { BrandMark } from "./brand-mark";

type PageHeaderProps = {
  homeHref: string;
  homeLabel: string;
  /** Takes the props of an `a`, if the link opens a page in place. */
  homeLink?: ElementType;
  children?: ReactNode;
};

export function PageHeader({ homeHref, homeLabel, homeLink: HomeLink = "a", children }: PageHeaderProps) {
  return (
    <header className="page-bar">
      <div>
        <HomeLink href={homeHref} aria-label={homeLabel} className="inline-flex min-h-11 items-center rounded-control">
          <BrandMark />
        </HomeLink>
        <div className="flex flex-wrap items-center gap-1 print:hidden">{children}</div>
      </div>
    </header>
  );
}
