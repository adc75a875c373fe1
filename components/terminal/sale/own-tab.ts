import { terminalPrefix } from "@/components/terminal/shell/terminal-storage";
import { createKey } from "@/lib/platform/http/browser/new-key";

/**
 * `new`: the tab has no sale yet. `known`: a reload. `copied`: another live page has the tab's name, as after
 * "Duplicate tab".
 */
export type TabIdentity = "new" | "known" | "copied";

const key = `${terminalPrefix}tab`;

const lockTimeoutMs = 1000;

let ownTabId: string | null = null;
let opening: Promise<TabIdentity> | null = null;

const getLockName = (tabId: string) => `${terminalPrefix}tab-${tabId}`;

/** Some tablets' browsers have no locks, so their pages can't detect each other. */
function findLocks(): LockManager | null {
  return (navigator.locks as LockManager | undefined) ?? null;
}

function readTabId(): string | null {
  try {
    return window.sessionStorage.getItem(key);
  } catch {
    return ownTabId;
  }
}

function writeTabId(tabId: string): void {
  try {
    window.sessionStorage.setItem(key, tabId);
  } catch {
    // A browser that can't store the name can't store a sale either.
  }
}

function holdLock(tabId: string): Promise<boolean> {
  const locks = findLocks();
  if (!locks) return Promise.resolve(true);
  return new Promise((resolve) => {
    const holdUntilLeft = () => {
      resolve(true);
      return new Promise<void>((release) => window.addEventListener("pagehide", () => release(), { once: true }));
    };
    const isLockTaken = ({ name }: DOMException) => name === "TimeoutError";
    locks
      .request(getLockName(tabId), { signal: AbortSignal.timeout(lockTimeoutMs) }, holdUntilLeft)
      .catch((error: DOMException) => resolve(!isLockTaken(error)));
  });
}

async function holdNewLock(): Promise<void> {
  ownTabId = createKey();
  writeTabId(ownTabId);
  await holdLock(ownTabId);
}

async function identifyTab(): Promise<TabIdentity> {
  const name = readTabId();
  if (name !== null && name === ownTabId) return "known";
  if (name !== null && (await holdLock(name))) {
    ownTabId = name;
    return "known";
  }
  await holdNewLock();
  return name === null ? "new" : "copied";
}

export function openTab(): Promise<TabIdentity> {
  opening ??= identifyTab().finally(() => {
    opening = null;
  });
  return opening;
}

export function getTabId(): string | null {
  return ownTabId ?? readTabId();
}

/** A page of this tab is open, or may be if the browser can't tell. */
export async function canTabBeOpen(tabId: string | null): Promise<boolean> {
  const locks = findLocks();
  if (!locks) return true;
  const { held: names = [] } = await locks.query();
  return tabId !== null && names.some(({ name }) => name === getLockName(tabId));
}
