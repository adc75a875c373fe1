"use client";

import { useEffect, useRef } from "react";

/**
 * Draws nothing: when the page says something else and takes the focused button along, the focus goes to what it says
 * now. A reader whose place is still there stays: the head announces itself.
 */
export function StateFocus({ state, targetId }: { state: string; targetId: string }) {
  const last = useRef(state);
  useEffect(() => {
    if (last.current === state) return;
    last.current = state;
    const { activeElement, body } = document;
    if (!activeElement || activeElement === body) document.getElementById(targetId)?.focus();
  }, [state, targetId]);
  return null;
}
