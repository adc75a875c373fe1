import { ThemeProvider, useTheme } from "next-themes";
import { useEffect, useRef } from "react";

import { themeSettings } from "@/lib/platform/csp/theme-script.mjs";
import type { ForcedMode, Theme } from "./theme";
import { themes } from "./theme";

type WatchProps = {
  /** What was chosen on this page, each choice an object of its own; null before the first. */
  wanted: { theme: Theme } | null;
  /** Told what is chosen in this browser: kept from before, on this page, or in another tab. */
  onTheme: (theme: Theme) => void;
};

// next-themes writes its script wherever it draws. Ours stands in the server's HTML; this one is data to every browser.
const inert = { type: "text/plain" };

function Bridge({ wanted, onTheme }: WatchProps) {
  const { theme, setTheme } = useTheme();
  const done = useRef<WatchProps["wanted"]>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `setTheme` is another one with each theme
  useEffect(() => {
    if (wanted && wanted !== done.current) {
      done.current = wanted;
      setTheme(wanted.theme);
      if (wanted.theme !== theme) return;
    }
    const known = themes.find((one) => one === theme);
    if (known) onTheme(known);
  }, [wanted, theme, onTheme]);
  return null;
}

/** Has next-themes keep the colour mode: the visitor's choice, the device's, or the one that the page forces. */
export function ThemeWatch({ forced, ...props }: WatchProps & { forced: ForcedMode | undefined }) {
  return (
    <ThemeProvider {...themeSettings} attribute="class" forcedTheme={forced} scriptProps={inert}>
      <Bridge {...props} />
    </ThemeProvider>
  );
}
