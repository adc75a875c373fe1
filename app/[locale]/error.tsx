"use client";

import type { ComponentType } from "react";
import { useEffect, useState } from "react";

type Screen = ComponentType<{ statusCode: number; clearError: () => void }>;

/** An unexpected failure below the layout; `reset` clears it. The screen is loaded with the failure. */
export default function ErrorPage({ reset }: { reset: () => void }) {
  const [found, setFound] = useState<{ Screen: Screen } | null>(null);
  useEffect(() => {
    let isOver = false;
    import("@/components/ui/error-screen").then(({ ErrorScreen }) => isOver || setFound({ Screen: ErrorScreen }));
    return () => {
      isOver = true;
    };
  }, []);
  if (!found) return <main className="min-h-dvh" data-status={500} />;
  return <found.Screen statusCode={500} clearError={reset} />;
}
