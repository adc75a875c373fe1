"use client";

import type { ReactNode } from "react";
import { createContext, useContext, useEffect, useLayoutEffect, useMemo, useState } from "react";

import type { ForcedMode, Theme } from "./theme";
import { refuseSystem } from "./theme";
import { ThemeScript } from "./theme-script";

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
