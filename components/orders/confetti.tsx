"use client";

import { useEffect, useRef } from "react";

const colors = ["#c8102e", "#ff5a5f", "#d9d9d9", "#8fd694"];

/** How long ago a page was loaded that is just being shown, ms; a shared tablet's page sells for hours after that. */
const justLoadedMs = 15_000;

/** A page that was just loaded anew shows an order that was celebrated before. */
function isShownAgain(): boolean {
  const [entry] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const isAnew = entry?.type === "reload" || entry?.type === "back_forward";
  return isAnew && performance.now() < justLoadedMs;
}

/** Two short bursts from the lower corners. The library is loaded now, and draws without a worker of its own. */
async function celebrate(canvas: HTMLCanvasElement, isOver: () => boolean): Promise<() => void> {
  const { default: confetti } = await import("canvas-confetti");
  if (isOver()) return () => undefined;
  const fire = confetti.create(canvas, { resize: true, useWorker: false, disableForReducedMotion: true });
  const burst = { particleCount: 70, spread: 60, startVelocity: 48, ticks: 160, colors };
  void fire({ ...burst, angle: 60, origin: { x: 0, y: 0.9 } });
  void fire({ ...burst, angle: 120, origin: { x: 1, y: 0.9 } });
  return () => fire.reset();
}

/** Confetti over the page, once (`enableFireworks`); none for whoever asks for less motion. */
export function Confetti() {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (!canvas.current || isShownAgain() || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    let isOver = false;
    // Without its library the page says all that matters.
    const running = celebrate(canvas.current, () => isOver).catch(() => () => undefined);
    return () => {
      isOver = true;
      void running.then((stop) => stop());
    };
  }, []);
  return (
    <div aria-hidden="true" className="pointer-events-none fixed inset-0 z-50 print:hidden">
      <canvas ref={canvas} data-confetti className="size-full" />
    </div>
  );
}
