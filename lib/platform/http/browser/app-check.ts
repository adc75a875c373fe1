import type { ObtainToken } from "./app-check-source";
import { tokenSource } from "./app-check-source";

export const appCheckHeader = "X-Firebase-AppCheck";

export class AppCheckFailed extends Error {}

// Stored per tab, so that pages that load nothing from third parties send the token while it is valid.
const storageKey = "tirage:app-check";

/** A token that expires sooner may be invalid on arrival. */
const marginMs = 10_000;

/** A call waits this long for a token. After a timeout, calls don't wait at all for `retryAfterMs`. */
const waitMs = 4000;
const retryAfterMs = 30_000;

let tokenInMemory: string | null = null;
let timedOut: { source: ObtainToken | null; untilMs: number } = { source: null, untilMs: Number.NEGATIVE_INFINITY };

export function storeToken(token: string): void {
  tokenInMemory = token;
  try {
    sessionStorage.setItem(storageKey, token);
  } catch {
    // Storage may be blocked, but the token is also in memory.
  }
}

export function storedToken(nowMs: number): string | null {
  const token = globalThis.window ? readStoredToken() : null;
  return token && readExpiry(token) - marginMs > nowMs ? token : null;
}

export function hasTokenSource(): boolean {
  return tokenSource() !== null;
}

export function shouldWaitForToken(): boolean {
  const source = tokenSource();
  return source !== null && (source !== timedOut.source || performance.now() >= timedOut.untilMs);
}

/** Null on a page without App Check. Throws `AppCheckFailed`. */
export async function obtainToken(nowMs: number): Promise<string | null> {
  const stored = storedToken(nowMs);
  const obtain = tokenSource();
  if (stored || !obtain) return stored;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      timedOut = { source: obtain, untilMs: performance.now() + retryAfterMs };
      reject(new AppCheckFailed(`No token within ${waitMs / 1000} s.`));
    }, waitMs);
  });
  try {
    const token = await Promise.race([obtain(), timeout]);
    storeToken(token);
    return token;
  } catch (error) {
    throw error instanceof AppCheckFailed ? error : new AppCheckFailed(String((error as Error)?.message ?? error));
  } finally {
    clearTimeout(timer);
  }
}

/** In ms since 1970. 0 if the text isn't a JWT. */
function readExpiry(token: string): number {
  try {
    const { exp } = JSON.parse(atob((token.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/")));
    return Number(exp) * 1000 || 0;
  } catch {
    return 0;
  }
}

function readStoredToken(): string | null {
  try {
    return tokenInMemory ?? sessionStorage.getItem(storageKey);
  } catch {
    return tokenInMemory;
  }
}
