import { useSyncExternalStore } from "react";

import { readPaperWidth } from "@/lib/terminal/device/rules.registration";
import { terminalPrefix } from "./terminal-storage";

export type TabletSettings = {
  /** Whether it prints after each sale. Null until chosen, when only a roll printer prints. */
  printsAtOnce: boolean | null;
  hasSounds: boolean;
  hasKeys: boolean;
};

const key = `${terminalPrefix}settings`;
const initial: TabletSettings = { printsAtOnce: null, hasSounds: true, hasKeys: true };

const listeners = new Set<() => void>();
/** If the browser stores nothing, a choice lasts as long as the page. */
let inMemory: string | null = null;
let cache: { text: string | null; settings: TabletSettings } = { text: null, settings: initial };

function readText(): string | null {
  try {
    return inMemory ?? window.localStorage.getItem(key);
  } catch {
    return inMemory;
  }
}

function parse(text: string | null): TabletSettings {
  try {
    const { printsAtOnce, hasSounds, hasKeys } = JSON.parse(text ?? "{}") as Partial<TabletSettings>;
    return {
      printsAtOnce: typeof printsAtOnce === "boolean" ? printsAtOnce : null,
      hasSounds: hasSounds !== false,
      hasKeys: hasKeys !== false,
    };
  } catch {
    return initial;
  }
}

export function readSettings(): TabletSettings {
  const text = readText();
  if (text !== cache.text) cache = { text, settings: parse(text) };
  return cache.settings;
}

export function changeSettings(changes: Partial<TabletSettings>): void {
  const text = JSON.stringify({ ...readSettings(), ...changes });
  try {
    window.localStorage.setItem(key, text);
    inMemory = null;
  } catch {
    inMemory = text;
  }
  for (const listener of listeners) listener();
}

export function printsAtOnce(settings: TabletSettings, printer: string): boolean {
  return settings.printsAtOnce ?? readPaperWidth(printer) !== null;
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

export function useTabletSettings(): TabletSettings {
  return useSyncExternalStore(listen, readSettings, () => initial);
}
