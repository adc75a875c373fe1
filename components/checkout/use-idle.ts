import { useCallback, useEffect, useRef, useState } from "react";

/** How long somebody has to say that they are still there, in ms (WCAG 2.2.1 asks for 20 s). */
const answerMs = 30_000;
const tickMs = 500;
const signs = ["pointerdown", "keydown", "input", "wheel", "touchmove"] as const;

type IdleOptions = {
  /** How long nothing may happen before it is asked, in ms. */
  quietMs: number;
  /** Nothing is asked and nothing ends meanwhile. */
  isPaused: boolean;
  /** Nothing is asked either before somebody did something. */
  waitsForInput: boolean;
  onOver: () => void;
};

/** `secondsLeft` is null until somebody is asked whether they are still there; `note` says that they did something. */
export type Idle = { secondsLeft: number | null; note: () => void };

/**
 * Watches whether anybody is there; asks when nothing happens for a while, and ends when there is no answer. As often
 * as it is extended.
 */
export function useIdle({ quietMs, isPaused, waitsForInput, onOver }: IdleOptions): Idle {
  const lastSign = useRef(0);
  const [hasBegun, setBegun] = useState(!waitsForInput);
  const [askedAt, setAskedAt] = useState<number | null>(null);
  const [now, setNow] = useState(0);
  const isAsking = askedAt !== null;

  const note = useCallback(() => {
    lastSign.current = performance.now();
    setBegun(true);
    setAskedAt(null);
  }, []);

  useEffect(() => {
    // Once it is asked, the buttons answer: a stray touch would keep a stranger's data on the screen.
    if (isAsking) return;
    const options = { capture: true, passive: true };
    for (const sign of signs) window.addEventListener(sign, note, options);
    return () => {
      for (const sign of signs) window.removeEventListener(sign, note, options);
    };
  }, [isAsking, note]);

  useEffect(() => {
    setAskedAt(null);
    lastSign.current = performance.now();
    if (isPaused || !hasBegun) return;
    const timer = setInterval(() => {
      const at = performance.now();
      setNow(at);
      if (at - lastSign.current >= quietMs) setAskedAt((before) => before ?? at);
    }, tickMs);
    return () => clearInterval(timer);
  }, [isPaused, hasBegun, quietMs]);

  const leftMs = askedAt === null ? answerMs : askedAt + answerMs - now;
  const isOver = leftMs <= 0;
  useEffect(() => {
    if (isOver) onOver();
  }, [isOver, onOver]);

  return { secondsLeft: isAsking ? Math.max(0, Math.ceil(leftMs / 1000)) : null, note };
}
