import type { ReactNode } from "react";
import { useEffect, useRef } from "react";

/** Takes the focus if a button that had it was removed. Otherwise keyboard users would start again at the top. */
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
