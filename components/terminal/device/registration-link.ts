import { terminalPrefix } from "@/components/terminal/shell/terminal-storage";
import { createKey } from "@/lib/platform/http/browser/new-key";
import { readFragmentCode } from "@/lib/terminal/device/rules.registration";

/** A link's one-time code. `key` stays until the call succeeds, so that a lost answer can be requested again. */
export type LinkCode = { deviceId: string; code: string; key: string };

const storageKey = `${terminalPrefix}registration`;
let inMemory: LinkCode | null = null;

function readStoredCode(): LinkCode | null {
  if (inMemory) return inMemory;
  try {
    const value = JSON.parse(window.sessionStorage.getItem(storageKey) ?? "null") as Partial<LinkCode> | null;
    const { deviceId, code, key } = value ?? {};
    return deviceId && code && key ? { deviceId, code, key } : null;
  } catch {
    return null;
  }
}

export function storeCode(deviceId: string, code: string): LinkCode {
  const previous = readStoredCode();
  const linkCode =
    previous?.deviceId === deviceId && previous.code === code ? previous : { deviceId, code, key: createKey() };
  inMemory = linkCode;
  try {
    window.sessionStorage.setItem(storageKey, JSON.stringify(linkCode));
  } catch {
    // Without storage, the code lasts as long as the page.
  }
  return linkCode;
}

/** Moves the code from URL and history into the tab. Without one, returns the stored code. */
export function takeLinkCode(deviceId: string | null): string | null {
  const code = readFragmentCode(window.location.hash);
  if (code) {
    const { pathname, search } = window.location;
    window.history.replaceState(window.history.state, "", `${pathname}${search}`);
    if (deviceId) storeCode(deviceId, code);
  }
  const linkCode = readStoredCode();
  return linkCode && linkCode.deviceId === deviceId ? linkCode.code : null;
}

export function clearLinkCode(): void {
  inMemory = null;
  try {
    window.sessionStorage.removeItem(storageKey);
  } catch {
    // Without storage, there is nothing to clear.
  }
}
