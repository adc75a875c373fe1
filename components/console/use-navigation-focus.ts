import { usePathname, useSearchParams } from "next/navigation";
import type { MouseEvent } from "react";
import { useEffect, useRef } from "react";

import { splitPath } from "@/lib/platform/i18n/routing";

import { getSectionPath } from "./sections";

/**
 * Moves the focus after a navigation, because a new page replaces the link that had it. On a new page the heading takes
 * the focus, unless the page has given it to a field of its own. After Back it is the link that was pressed on that
 * page, which is scrolled into view. Spread the result on the element around all pages.
 */
export function useNavigationFocus() {
  const pathname = usePathname();
  const query = useSearchParams().toString();
  const path = getPlace(pathname, query);
  const area = useRef<HTMLDivElement>(null);
  const isReturn = useRef(false);
  const shownPath = useRef(path);
  const clickedLinks = useRef(new Map<string, string>());
  useEffect(() => {
    const onReturn = () => {
      isReturn.current = true;
    };
    window.addEventListener("popstate", onReturn);
    return () => window.removeEventListener("popstate", onReturn);
  }, []);
  useEffect(() => {
    if (shownPath.current === path) return;
    shownPath.current = path;
    const href = isReturn.current ? clickedLinks.current.get(path) : undefined;
    isReturn.current = false;
    const hasOwnFocus = !href && document.activeElement instanceof HTMLInputElement;
    return area.current && !hasOwnFocus
      ? focusOnceShown(area.current, href ? `a[href="${CSS.escape(href)}"]` : "h1")
      : undefined;
  }, [path]);
  const onClick = ({ target }: MouseEvent) => {
    const link = target instanceof Element ? target.closest("a") : null;
    if (!link) return;
    isReturn.current = link.dataset.return !== undefined;
    clickedLinks.current.set(path, link.getAttribute("href") ?? "");
  };
  return { ref: area, onClick };
}

/**
 * The query of most pages is a filter of the same page, but that of the teams names a draw, which counts as another
 * page.
 */
function getPlace(pathname: string, query: string): string {
  return splitPath(pathname).barePath === getSectionPath("teams") ? `${pathname}?${query}` : pathname;
}

/** After this time the focus no longer moves, because the reader has probably started something else. */
const focusTimeoutMs = 5000;

/** Focuses the first match, now or once the page's data has come, unless the focus went elsewhere meanwhile. */
function focusOnceShown(area: HTMLElement, selector: string): () => void {
  const previousFocus = document.activeElement;
  const focus = () => {
    const element = area.querySelector<HTMLElement>(selector);
    const canFocus = document.activeElement === previousFocus || document.activeElement === document.body;
    if (element && canFocus) {
      const isLink = element instanceof HTMLAnchorElement;
      if (!isLink) element.tabIndex = -1;
      element.focus({ preventScroll: !isLink });
    }
    if (element || !canFocus) stop();
  };
  const observer = new MutationObserver(focus);
  const timer = setTimeout(() => observer.disconnect(), focusTimeoutMs);
  const stop = () => {
    clearTimeout(timer);
    observer.disconnect();
  };
  observer.observe(area, { childList: true, subtree: true });
  focus();
  return stop;
}
