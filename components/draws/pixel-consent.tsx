"use client";

import { useEffect, useState } from "react";

import type { PixelTexts } from "./pixel-question";

export function PixelConsent(props: { pixelId: string; texts: PixelTexts }) {
  const [questionModule, setLoaded] = useState<Pick<typeof import("./pixel-question"), "PixelQuestion"> | null>(null);
  useEffect(() => {
    let isCancelled = false;
    import("./pixel-question").then(
      ({ PixelQuestion }) => isCancelled || setLoaded({ PixelQuestion }),
      // If the question doesn't load, the visit isn't counted.
      () => undefined,
    );
    return () => {
      isCancelled = true;
    };
  }, []);
  return questionModule ? <questionModule.PixelQuestion {...props} /> : null;
}
