import type { ObtainToken } from "./app-check-source";
import { tokenSource } from "./app-check-source";

export const appCheckHeader = "X-Firebase-AppCheck";

/** The message is the SDK's. */
export class AppCheckFailed extends Error {}

// Only for this tab: pages that load nothing from third parties send it while it is valid.
const storageKey = "tirage:app-check";

/** A token that ends this soon may be over when it arrives, in ms. */
const marginMs = 10_000;

/** How long a call waits for a token, and for how long the next calls don't wait after one that was too slow, in ms. */
const waitMs = 4000;
const pauseMs = 30_000;

let inMemory: string | null = null;
/** Until when a source that was too slow isn't waited for. */
let slow: { source: ObtainToken | null; untilMs: number } = { source: null, untilMs: Number.NEGATIVE_INFINITY };

/** When a token ends, in ms; 0 for a text that isn't one. */
function endOf(token: string): number {
  try {
    const { exp } = JSON.parse(atob((token.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/")));
    return Number(exp) * 1000 || 0;
  } catch {
    return 0;
  }
}

/** Keeps a token for the calls of this tab. */
export function keepToken(token: string): void {
  inMemory = token;
  try {
    sessionStorage.setItem(storageKey, token);
  } catch {
    // This page has it all the same.
  }
}

function readKept(): string | null {
  try {
    return inMemory ?? sessionStorage.getItem(storageKey);
  } catch {
    return inMemory;
  }
}

/** The token of this tab that is valid at `nowMs` of the server. */
export function keptToken(nowMs: number): string | null {
  const token = globalThis.window ? readKept() : null;
  return token && endOf(token) - marginMs > nowMs ? token : null;
}

export function canObtain(): boolean {
  return tokenSource() !== null;
}

/** Whether a call that can do without a token should wait for one. */
export function isWorthWaiting(): boolean {
  const source = tokenSource();
  return source !== null && (source !== slow.source || performance.now() >= slow.untilMs);
}

/** A valid token; null on a page that makes none. Throws `AppCheckFailed` if none is made in time. */
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
