import { terminalPrefix } from "@/components/terminal/shell/terminal-storage";
import { newKey } from "@/lib/platform/http/new-key";
import { codeOfFragment } from "@/lib/terminal/rules.registration";

/**
 * The one-time code of a link, and the key of the call that uses it: the same until the call succeeds, so that a lost
 * answer can be asked for again. Kept by the tab alone.
 */
export type LinkCode = { deviceId: string; code: string; key: string };

const storageKey = `${terminalPrefix}registration`;
let inMemory: LinkCode | null = null;

function readKept(): LinkCode | null {
  if (inMemory) return inMemory;
  try {
    const value = JSON.parse(window.sessionStorage.getItem(storageKey) ?? "null") as Partial<LinkCode> | null;
    const { deviceId, code, key } = value ?? {};
    return deviceId && code && key ? { deviceId, code, key } : null;
  } catch {
    return null;
  }
}

/** The code with its key; a code that was kept before has the key that it had. */
export function keepCode(deviceId: string, code: string): LinkCode {
  const before = readKept();
  const kept = before?.deviceId === deviceId && before.code === code ? before : { deviceId, code, key: newKey() };
  inMemory = kept;
  try {
    window.sessionStorage.setItem(storageKey, JSON.stringify(kept));
  } catch {
    // The page remembers for as long as it lives.
  }
  return kept;
}

/** Takes the code out of the address, and with it out of the history, and keeps it; else the one that was kept. */
export function takeLinkCode(deviceId: string | null): string | null {
  const code = codeOfFragment(window.location.hash);
  if (code) {
    const { pathname, search } = window.location;
    window.history.replaceState(window.history.state, "", `${pathname}${search}`);
    if (deviceId) keepCode(deviceId, code);
  }
  const kept = readKept();
  return kept && kept.deviceId === deviceId ? kept.code : null;
}

/** Forgets the code: it was used. */
export function forgetCode(): void {
  inMemory = null;
  try {
    window.sessionStorage.removeItem(storageKey);
  } catch {
    // Nothing was kept.
  }
}
