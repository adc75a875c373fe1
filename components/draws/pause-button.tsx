"use client";

import { useState } from "react";

/** On a phone its sign alone, without the words; a finger also hits beside it. */
const buttonClass =
  "relative ml-auto inline-flex min-h-7 shrink-0 items-center gap-1.5 rounded-full border border-line-strong bg-raised " +
  "px-2.5 font-semibold text-xs after:absolute after:-inset-2 hover:border-ink max-sm:size-7 max-sm:justify-center " +
  "max-sm:gap-0 max-sm:px-0 max-sm:text-[0rem] motion-reduce:hidden noscript:hidden";

/** Two bars, and once it is pressed a triangle. */
const signClass =
  "before:h-2.5 before:w-2 before:border-current before:border-x-3 aria-pressed:before:border-0 " +
  "aria-pressed:before:bg-current aria-pressed:before:[clip-path:polygon(0_0,100%_50%,0_100%)]";

/** Stops the pictures beside it that take turns, and lets them go on (WCAG 2.2.2); the style sheet does the rest. */
export function PauseButton({ label }: { label: string }) {
  const [isPaused, setPaused] = useState(false);
  return (
    <button
      type="button"
      aria-pressed={isPaused}
      onClick={() => setPaused(!isPaused)}
      className={`${buttonClass} ${signClass}`}
    >
      {label}
    </button>
  );
}
