import { useSyncExternalStore } from "react";

import { paperWidthOf } from "@/lib/terminal/rules.registration";
import { terminalPrefix } from "./terminal-storage";

/** How a tablet works for those who sell with it. It is kept in its browser, and says nothing of any sale. */
export type TabletSettings = {
  /** Prints each receipt as soon as it is sold; null until somebody says: then a roll printer does. */
  printsAtOnce: boolean | null;
  /** Is heard when something is sold or declined. */
  hasSounds: boolean;
  /** Listens to single keys of a keyboard: packages, cash, the next step. */
  hasKeys: boolean;
};

const key = `${terminalPrefix}settings`;
const initial: TabletSettings = { printsAtOnce: null, hasSounds: true, hasKeys: true };

const listeners = new Set<() => void>();
/** Where the browser stores nothing, a choice lasts as long as the page. */
let inMemory: string | null = null;
let known: { text: string | null; settings: TabletSettings } = { text: null, settings: initial };

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

/** What this tablet is set to now. */
export function readSettings(): TabletSettings {
  const text = readText();
  if (text !== known.text) known = { text, settings: parse(text) };
  return known.settings;
}

/** Changes what this tablet is set to, on every page of it that is open. */
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

/** Whether a receipt is printed without being asked for: as somebody chose, else where there is a roll for it. */
export function printsAtOnce(settings: TabletSettings, printer: string): boolean {
  return settings.printsAtOnce ?? paperWidthOf(printer) !== null;
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

/** What this tablet is set to, as it changes. */
export function useTabletSettings(): TabletSettings {
  return useSyncExternalStore(listen, readSettings, () => initial);
}
