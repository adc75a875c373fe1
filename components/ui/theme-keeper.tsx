"use client";

import { ThemeProvider } from "next-themes";
import type { ReactNode } from "react";
import { createContext, useContext, useLayoutEffect, useState } from "react";

import { themeSettings } from "@/lib/platform/csp/theme-script.mjs";
import type { ForcedMode, Theme } from "./theme";
import { refuseSystem } from "./theme";
import { ThemeScript } from "./theme-script";

const ForceContext = createContext<(mode: ForcedMode | undefined) => void>(() => undefined);

// next-themes writes its script wherever it draws, and React complains of one that is drawn in a browser. Ours stands
// in the server's HTML alone; this one is data to every browser.
const inert = { type: "text/plain" };

/** Keeps the colour mode of the page: the visitor's choice, the device's, or the one that the page forces. */
export function ThemeKeeper({ children }: { children: ReactNode }) {
  const [forced, force] = useState<ForcedMode>();
  return (
    <ForceContext value={force}>
      <ThemeScript />
      <ThemeProvider {...themeSettings} attribute="class" forcedTheme={forced} scriptProps={inert}>
        {children}
      </ThemeProvider>
    </ForceContext>
  );
}

/** Holds the page it stands on in one colour mode; `system` is refused with a warning (docs/design.md, Colour mode). */
export function ForcedTheme({ theme }: { theme: Theme }) {
  const force = useContext(ForceContext);
  const mode = refuseSystem(theme);
  useLayoutEffect(() => {
    force(mode);
    return () => force(undefined);
  }, [force, mode]);
  return mode ? <ThemeScript forced={mode} /> : null;
}
