"use client";

import { useEffect, useRef } from "react";
import { isFirstTime, isRevisit, recordEvent } from "./first-time";

const colors = ["#c8102e", "#ff5a5f", "#d9d9d9", "#8fd694"];

type ConfettiProps = {
  orderId?: string | undefined;
};

async function fireConfetti(canvas: HTMLCanvasElement, isCancelled: () => boolean): Promise<() => void> {
  const { default: confetti } = await import("canvas-confetti");
  if (isCancelled()) return () => undefined;
  const fire = confetti.create(canvas, { resize: true, useWorker: false, disableForReducedMotion: true });
  void fire({ particleCount: 120, spread: 100, startVelocity: 42, ticks: 140, origin: { y: 0.35 }, colors });
  return () => fire.reset();
}

/** Needs `enableFireworks`. Not shown with reduced motion. */
export function Confetti({ orderId }: ConfettiProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const isFirst = orderId === undefined ? !isRevisit() : isFirstTime("celebrated", orderId);
    if (!canvas.current || !isFirst || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    let isCancelled = false;
    const firing = fireConfetti(canvas.current, () => isCancelled).catch(() => () => undefined);
    // In development, effects run twice, and the second run must not find the event recorded.
    const recordTimer = setTimeout(() => orderId !== undefined && recordEvent("celebrated", orderId), 0);
    return () => {
      isCancelled = true;
      clearTimeout(recordTimer);
      void firing.then((stop) => stop());
    };
  }, [orderId]);
  return (
    <div aria-hidden="true" className="pointer-events-none fixed inset-0 z-50 print:hidden">
      <canvas ref={canvas} data-confetti className="size-full" />
    </div>
  );
}
