import { useSyncExternalStore } from "react";

import { readPaperWidth } from "@/lib/terminal/device/rules.registration";
import { terminalPrefix } from "./terminal-storage";

export type TabletSettings = {
  /** Prints after each sale. Null until chosen, and then only a roll printer does. */
  printsAtOnce: boolean | null;
  hasSounds: boolean;
  hasKeys: boolean;
};

const key = `${terminalPrefix}settings`;
const initialSettings: TabletSettings = { printsAtOnce: null, hasSounds: true, hasKeys: true };

const listeners = new Set<() => void>();
/** Without storage, a choice lasts as long as the page. */
let memoryText: string | null = null;
let cache: { text: string | null; settings: TabletSettings } = { text: null, settings: initialSettings };

function readText(): string | null {
  try {
    return memoryText ?? window.localStorage.getItem(key);
  } catch {
    return memoryText;
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
    return initialSettings;
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
    memoryText = null;
  } catch {
    memoryText = text;
  }
  for (const listener of listeners) listener();
}

export function shouldAutoPrint(settings: TabletSettings, printer: string): boolean {
  return settings.printsAtOnce ?? readPaperWidth(printer) !== null;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

export function useTabletSettings(): TabletSettings {
  return useSyncExternalStore(subscribe, readSettings, () => initialSettings);
}
