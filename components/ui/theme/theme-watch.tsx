import { ThemeProvider, useTheme } from "next-themes";
import { useEffect, useRef } from "react";

import { themeSettings } from "@/lib/platform/csp/theme-script.mjs";
import type { ForcedMode, Theme } from "./theme";
import { themes } from "./theme";

type WatchProps = {
  /** Null before the first selection on this page. Each one is a new object. */
  selection: { theme: Theme } | null;
  onTheme: (theme: Theme) => void;
};

// next-themes also renders its script in the browser. As data, it doesn't run; the server's HTML has ours.
const inertScript = { type: "text/plain" };

function ThemeBridge({ selection, onTheme }: WatchProps) {
  const { theme, setTheme } = useTheme();
  const lastSelection = useRef<WatchProps["selection"]>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `setTheme` is another one with each theme
  useEffect(() => {
    if (selection && selection !== lastSelection.current) {
      lastSelection.current = selection;
      setTheme(selection.theme);
      if (selection.theme !== theme) return;
    }
    const knownTheme = themes.find((one) => one === theme);
    if (knownTheme) onTheme(knownTheme);
  }, [selection, theme, onTheme]);
  return null;
}

export function ThemeWatch({ forced, ...props }: WatchProps & { forced: ForcedMode | undefined }) {
  return (
    <ThemeProvider {...themeSettings} attribute="class" forcedTheme={forced} scriptProps={inertScript}>
      <ThemeBridge {...props} />
    </ThemeProvider>
  );
}
