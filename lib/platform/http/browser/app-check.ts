import type { ObtainToken } from "./app-check-source";
import { tokenSource } from "./app-check-source";

export const appCheckHeader = "X-Firebase-AppCheck";

/** The message is the SDK's. */
export class AppCheckFailed extends Error {}

// Per tab: pages that load nothing from third parties send the token while it is valid.
const storageKey = "tirage:app-check";

/** In ms: a token that expires sooner may be invalid on arrival. */
const marginMs = 10_000;

/** In ms: how long a call waits for a token, and how long later calls don't wait after a timeout. */
const waitMs = 4000;
const pauseMs = 30_000;

let inMemory: string | null = null;
/** A source that timed out isn't waited for until then. */
let slow: { source: ObtainToken | null; untilMs: number } = { source: null, untilMs: Number.NEGATIVE_INFINITY };

/** Expiry in ms; 0 if the text is no JWT. */
function endOf(token: string): number {
  try {
    const { exp } = JSON.parse(atob((token.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/")));
    return Number(exp) * 1000 || 0;
  } catch {
    return 0;
  }
}

export function keepToken(token: string): void {
  inMemory = token;
  try {
    sessionStorage.setItem(storageKey, token);
  } catch {
    // Storage may be blocked; memory still has the token.
  }
}

function readKept(): string | null {
  try {
    return inMemory ?? sessionStorage.getItem(storageKey);
  } catch {
    return inMemory;
  }
}

/** Valid at `nowMs` of the server's clock. */
export function keptToken(nowMs: number): string | null {
  const token = globalThis.window ? readKept() : null;
  return token && endOf(token) - marginMs > nowMs ? token : null;
}

export function canObtain(): boolean {
  return tokenSource() !== null;
}

/** For calls that work without a token. */
export function isWorthWaiting(): boolean {
  const source = tokenSource();
  return source !== null && (source !== slow.source || performance.now() >= slow.untilMs);
}

/** Null on a page without App Check. Throws `AppCheckFailed`. */
export async function obtainToken(nowMs: number): Promise<string | null> {
  const kept = keptToken(nowMs);
  const obtain = tokenSource();
  if (kept || !obtain) return kept;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      slow = { source: obtain, untilMs: performance.now() + pauseMs };
      reject(new AppCheckFailed(`No token within ${waitMs / 1000} s.`));
    }, waitMs);
  });
  try {
    const token = await Promise.race([obtain(), late]);
    keepToken(token);
    return token;
  } catch (error) {
    throw error instanceof AppCheckFailed ? error : new AppCheckFailed(String((error as Error)?.message ?? error));
  } finally {
    clearTimeout(timer);
  }
}
