import type { ReactNode } from "react";
import { useEffect, useRef } from "react";

/**
 * Shows the result of an action, and takes the focus if the button that had it was removed. Otherwise keyboard users
 * would start again at the top of the page.
 */
export function FocusRestorer({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) box.current?.focus();
  }, []);
  return (
    <div ref={box} tabIndex={-1}>
      {children}
    </div>
  );
}
