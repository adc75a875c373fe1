import type { ReactNode } from "react";
import { useEffect, useRef } from "react";

/**
 * Shows the result of a press. It takes the focus if the pressed button is gone, as a keyboard would begin at the top
 * again.
 */
export function FocusKeeper({ children }: { children: ReactNode }) {
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
