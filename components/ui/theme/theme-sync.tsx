"use client";

import type * as Navigation from "next/navigation";
import type { ReactNode } from "react";
import { createContext, useContext, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { themeScript } from "@/lib/platform/csp/theme-script.mjs";
import type { ForcedMode, Theme } from "./theme";
import { refuseSystem } from "./theme";

const ForceContext = createContext<(mode: ForcedMode | undefined) => void>(() => undefined);

type Choice = { theme: Theme; choose: (theme: Theme) => void };

const ChoiceContext = createContext<Choice>({ theme: "system", choose: () => undefined });

type Watch = Pick<typeof import("./theme-watch"), "ThemeWatch">;

/** Loaded after hydration. Until then, the script in the head has set the mode. */
function useWatch(isRequested: boolean): Watch | null {
  const [watch, setWatch] = useState<Watch | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a choice retries a load that failed
  useEffect(() => {
    let isCancelled = false;
    import("./theme-watch").then(
      ({ ThemeWatch }) => isCancelled || setWatch((before) => before ?? { ThemeWatch }),
      () => undefined,
    );
    return () => {
      isCancelled = true;
    };
  }, [isRequested]);
  return watch;
}

function showChoice(theme: Theme): void {
  const isDark = theme === "dark" || (theme === "system" && matchMedia("(prefers-color-scheme: dark)").matches);
  const { classList, style } = document.documentElement;
  classList.toggle("dark", isDark);
  classList.toggle("light", !isDark);
  style.colorScheme = isDark ? "dark" : "light";
  try {
    localStorage.setItem("theme", theme);
  } catch {
    // Without storage, the choice lasts as long as the page.
  }
}

export function ThemeSync({ children }: { children: ReactNode }) {
  const [forced, force] = useState<ForcedMode>();
  const [selection, setSelection] = useState<{ theme: Theme } | null>(null);
  const [theme, setTheme] = useState<Theme>("system");
  const watch = useWatch(selection !== null);
  const choice = useMemo(() => {
    const choose = (next: Theme) => {
      if (!watch && !forced) showChoice(next);
      setSelection({ theme: next });
      setTheme(next);
    };
    return { theme, choose };
  }, [theme, watch, forced]);
  return (
    <ForceContext value={force}>
      <ThemeScript />
      <ChoiceContext value={choice}>{children}</ChoiceContext>
      {watch ? <watch.ThemeWatch forced={forced} selection={selection} onTheme={setTheme} /> : null}
    </ForceContext>
  );
}

export function useThemeChoice(): Choice {
  return useContext(ChoiceContext);
}

/** `system` is refused with a warning (docs/design.md, Colour mode). */
export function ForcedTheme({ theme }: { theme: Theme }) {
  const force = useContext(ForceContext);
  const mode = refuseSystem(theme);
  useLayoutEffect(() => {
    force(mode);
    return () => force(undefined);
  }, [force, mode]);
  return mode ? <ThemeScript forced={mode} /> : null;
}

type InsertHtml = typeof Navigation.useServerInsertedHTML;

// On the server only, because an import would add all of Next's navigation to the first scripts of every page.
const useInsertedHtml: InsertHtml =
  typeof window === "undefined" ? require("next/navigation").useServerInsertedHTML : () => undefined;

function ThemeScript({ forced }: { forced?: ForcedMode }) {
  const isWritten = useRef(false);
  useInsertedHtml(() => {
    if (typeof window !== "undefined" || isWritten.current) return null;
    isWritten.current = true;
    // biome-ignore lint/security/noDangerouslySetInnerHtml: one of a few constant texts, allowed by its hash
    return <script dangerouslySetInnerHTML={{ __html: themeScript(forced) }} />;
  });
  return null;
}
