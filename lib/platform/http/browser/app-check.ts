import type { ObtainToken } from "./app-check-source";
import { tokenSource } from "./app-check-source";

/** Carries a token of Firebase App Check. */
export const appCheckHeader = "X-Firebase-AppCheck";

/** No token could be had; the message says why, in the words of the SDK. */
export class AppCheckFailed extends Error {}

// Only for this tab: pages that load nothing from third parties send it while it is valid.
const storageKey = "tirage:app-check";

/** A token that ends so soon may be over when it arrives, in ms. */
const marginMs = 10_000;

/**
 * A call doesn't wait longer than this for a token, in ms; after one that was too slow, the next calls don't wait for a
 * while.
 */
const waitMs = 4000;
const pauseMs = 30_000;

let inMemory: string | null = null;
/** Until when what makes tokens is not waited for, and what that was: another one has not been slow. */
let slow: { source: ObtainToken | null; untilMs: number } = { source: null, untilMs: Number.NEGATIVE_INFINITY };

/** When a token ends, in ms; a text that tells no time has ended. */
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

/** The token of this tab that counts at `nowMs` of the server, or null. */
export function keptToken(nowMs: number): string | null {
  const token = globalThis.window ? readKept() : null;
  return token && endOf(token) - marginMs > nowMs ? token : null;
}

/** True on a page that makes tokens. */
export function canObtain(): boolean {
  return tokenSource() !== null;
}

/** True while a call that can do without a token should wait for one. */
export function isWorthWaiting(): boolean {
  const source = tokenSource();
  return source !== null && (source !== slow.source || performance.now() >= slow.untilMs);
}

/**
 * A token that counts, of this tab or a new one; null on a page that makes none. Throws `AppCheckFailed` if none could
 * be made, or not in time.
 */
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
