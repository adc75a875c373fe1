"use client";

import { useEffect } from "react";

import { applyTheme, watchTheme } from "./theme";

/**
 * Keeps the colour mode right after the first paint; also on pages that React draws anew, where no inline script runs.
 */
export function ThemeKeeper() {
  useEffect(() => {
    applyTheme();
    return watchTheme(() => {});
  }, []);
  return null;
}
