"use client";

import { useRouter } from "next/navigation";
import type { ComponentProps, MouseEvent } from "react";

type ConsoleLinkProps = Omit<ComponentProps<"a">, "href"> & {
  href: string;
  /** True if it leads back to where the reader was, who then goes on from the link that was pressed there. */
  isReturn?: boolean;
};

/**
 * Leads to another page of the console, which keeps what was read. `next/link` would add 6 kB, most of it to load pages
 * in advance. A list has too many links for that, as the server renders in turn with the pages that sell.
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

/** Whether the browser opens the link in another tab or window. */
export function opensElsewhere({ ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean {
  return ctrlKey || metaKey || shiftKey || altKey;
}
