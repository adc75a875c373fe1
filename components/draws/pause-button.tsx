"use client";

import { useState } from "react";

/** Stops the pictures beside it that take turns, and lets them go on (WCAG 2.2.2); the style sheet does the rest. */
export function PauseButton({ label }: { label: string }) {
  const [isPaused, setPaused] = useState(false);
  return (
    <button type="button" aria-pressed={isPaused} onClick={() => setPaused(!isPaused)} className="pause">
      {label}
    </button>
  );
}
