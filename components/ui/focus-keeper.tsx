import type { ReactNode } from "react";
import { useEffect, useRef } from "react";

/** What came of a press: takes the focus if the pressed button is gone, or a keyboard would begin at the top again. */
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
