"use client";

import { useEffect, useState } from "react";

import type { PixelTexts } from "./pixel-question";

/** The question whether visits may be counted. It is for the browser alone, and loaded after the page's first paint. */
export function PixelConsent(props: { pixelId: string; texts: PixelTexts }) {
  const [loaded, setLoaded] = useState<Pick<typeof import("./pixel-question"), "PixelQuestion"> | null>(null);
  useEffect(() => {
    let isOver = false;
    import("./pixel-question").then(
      ({ PixelQuestion }) => isOver || setLoaded({ PixelQuestion }),
      // Whom nobody asks is not counted.
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, []);
  return loaded ? <loaded.PixelQuestion {...props} /> : null;
}
