"use client";

import { useLayoutEffect } from "react";

import type { Theme } from "./theme";
import { forceTheme } from "./theme";

/** Holds the page it stands on in one colour mode; `system` is refused with a warning (docs/design.md, Colour mode). */
export function ForcedTheme({ theme }: { theme: Theme }) {
  useLayoutEffect(() => forceTheme(theme), [theme]);
  return null;
}
