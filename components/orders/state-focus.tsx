"use client";

import { useEffect, useRef } from "react";

type StateFocusProps = {
  state: string;
  targetId: string;
  /** The page is the answer to what its reader did a moment ago: a page that was just loaded announces nothing. */
  isAnswer: boolean;
};

/**
 * Draws nothing: when the page says something else and takes the focused button along, the focus goes to what it says
 * now. A reader whose place is still there stays: the head announces itself.
 */
export function StateFocus({ state, targetId, isAnswer }: StateFocusProps) {
  const last = useRef(isAnswer ? null : state);
  useEffect(() => {
    if (last.current === state) return;
    const preventScroll = last.current === null;
    last.current = state;
    const { activeElement, body } = document;
    if (!activeElement || activeElement === body) document.getElementById(targetId)?.focus({ preventScroll });
  }, [state, targetId]);
  return null;
}
