"use client";

import { useRouter } from "next/navigation";
import type { ComponentProps, MouseEvent } from "react";

type ConsoleLinkProps = Omit<ComponentProps<"a">, "href"> & {
  href: string;
  /** Marks a link back: the focus returns to the link that was pressed on that page. */
  isReturn?: boolean;
};

/**
 * Opens another page of the console without a reload. `next/link` would add 6 kB, mostly for prefetching, which must
 * not happen here: rendering the pages of a long list would slow down the pages that sell.
 */
export function ConsoleLink({ href, isReturn, onClick, children, ...rest }: ConsoleLinkProps) {
  const { push } = useRouter();
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    if (opensElsewhere(event)) return;
    event.preventDefault();
    onClick?.(event);
    push(href);
  };
  return (
    <a {...rest} href={href} data-return={isReturn || undefined} onClick={follow}>
      {children}
    </a>
  );
}

/** The browser opens the link in another tab or window. */
export function opensElsewhere({ ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean {
  return ctrlKey || metaKey || shiftKey || altKey;
}
