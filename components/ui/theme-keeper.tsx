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

/** What keeps the mode is loaded once the page lives: until then the mode is that of the script in the page's head. */
function useWatch(isAsked: boolean): Watch | null {
  const [watch, setWatch] = useState<Watch | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a choice asks again for what did not come
  useEffect(() => {
    let isOver = false;
    import("./theme-watch").then(
      ({ ThemeWatch }) => isOver || setWatch((before) => before ?? { ThemeWatch }),
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [isAsked]);
  return watch;
}

/** Shows a choice before what keeps the mode has come, and leaves it where that finds it. */
function showChoice(theme: Theme): void {
  const isDark = theme === "dark" || (theme === "system" && matchMedia("(prefers-color-scheme: dark)").matches);
  const { classList, style } = document.documentElement;
  classList.toggle("dark", isDark);
  classList.toggle("light", !isDark);
  style.colorScheme = isDark ? "dark" : "light";
  try {
    localStorage.setItem("theme", theme);
  } catch {
    // A browser that keeps nothing shows the choice on this page alone.
  }
}

/** Keeps the colour mode of the page: the visitor's choice, the device's, or the one that the page forces. */
export function ThemeKeeper({ children }: { children: ReactNode }) {
  const [forced, force] = useState<ForcedMode>();
  const [wanted, setWanted] = useState<{ theme: Theme } | null>(null);
  const [theme, setTheme] = useState<Theme>("system");
  const watch = useWatch(wanted !== null);
  const choice = useMemo(() => {
    const choose = (next: Theme) => {
      if (!watch && !forced) showChoice(next);
      setWanted({ theme: next });
      setTheme(next);
    };
    return { theme, choose };
  }, [theme, watch, forced]);
  return (
    <ForceContext value={force}>
      <ThemeScript />
      <ChoiceContext value={choice}>{children}</ChoiceContext>
      {watch ? <watch.ThemeWatch forced={forced} wanted={wanted} onTheme={setTheme} /> : null}
    </ForceContext>
  );
}

/** What the visitor chose in this browser, `system` until that is known, and how to choose. */
export function useThemeChoice(): Choice {
  return useContext(ChoiceContext);
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

type InsertHtml = typeof Navigation.useServerInsertedHTML;

// Of use on the server alone: an import would bring all of Next's navigation into every page's first scripts.
const useInserted: InsertHtml =
  typeof window === "undefined" ? require("next/navigation").useServerInsertedHTML : () => undefined;

/** Writes the script of the colour mode into the head of the server's HTML, once; in the browser there is none. */
function ThemeScript({ forced }: { forced?: ForcedMode }) {
  const isWritten = useRef(false);
  useInserted(() => {
    if (typeof window !== "undefined" || isWritten.current) return null;
    isWritten.current = true;
    // biome-ignore lint/security/noDangerouslySetInnerHtml: one of a few constant texts, allowed by its hash
    return <script dangerouslySetInnerHTML={{ __html: themeScript(forced) }} />;
  });
  return null;
}
