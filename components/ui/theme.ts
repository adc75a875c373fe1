import { themeStorageKey } from "@/lib/platform/csp/theme-script.mjs";

/** What a visitor can choose; `system` follows the device and is stored as nothing. */
export const themes = ["system", "light", "dark"] as const;

/** A colour mode preference (docs/design.md, Colour mode). */
export type Theme = (typeof themes)[number];

const darkDevice = "(prefers-color-scheme: dark)";
const listeners = new Set<() => void>();
let forced: "light" | "dark" | undefined;

/** The stored preference; `system` where nothing is stored or storage is refused. */
export function storedTheme(): Theme {
  try {
    const stored = localStorage.getItem(themeStorageKey);
    return stored === "light" || stored === "dark" ? stored : "system";
  } catch {
    return "system";
  }
}

/** Writes the class and `color-scheme` that the theme script of the page writes before the first paint. */
export function applyTheme(): void {
  const wanted = forced ?? storedTheme();
  const deviceMode = matchMedia(darkDevice).matches ? "dark" : "light";
  const mode = wanted === "system" ? deviceMode : wanted;
  const root = document.documentElement;
  root.classList.remove("light", "dark");
  root.classList.add(mode);
  root.style.colorScheme = mode;
}

function announce(): void {
  applyTheme();
  for (const listener of listeners) listener();
}

/** Stores the choice and applies it. Without storage it lasts as long as the page. */
export function chooseTheme(theme: Theme): void {
  try {
    if (theme === "system") localStorage.removeItem(themeStorageKey);
    else localStorage.setItem(themeStorageKey, theme);
  } catch {
    console.warn("The colour mode could not be stored.");
  }
  announce();
}

/** Holds the page in one mode, whatever is stored; gives the function that lets go of it. `system` cannot be forced. */
export function forceTheme(theme: Theme): () => void {
  if (theme === "system") {
    console.warn("The colour mode 'system' cannot be forced.");
    return () => {};
  }
  forced = theme;
  announce();
  return () => {
    forced = undefined;
    announce();
  };
}

/** Follows the device and other tabs, and calls `listener` at each change; gives the function that stops it. */
export function watchTheme(listener: () => void): () => void {
  const device = matchMedia(darkDevice);
  listeners.add(listener);
  device.addEventListener("change", announce);
  window.addEventListener("storage", announce);
  return () => {
    listeners.delete(listener);
    device.removeEventListener("change", announce);
    window.removeEventListener("storage", announce);
  };
}
