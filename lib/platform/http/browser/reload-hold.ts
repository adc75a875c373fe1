/** What must not be interrupted now: a payment, an outcome that isn't known yet, money in an operator's hand. */
const holds = new Set<symbol>();
let waiting: (() => void) | null = null;

function runWaiting(): void {
  // One step of a purchase ends before the next begins: only what stays free is free.
  setTimeout(() => {
    if (holds.size > 0 || !waiting) return;
    const work = waiting;
    waiting = null;
    work();
  });
}

/** Keeps this page from reloading itself until the returned function is called. */
export function holdReload(): () => void {
  const hold = Symbol("hold");
  holds.add(hold);
  return () => {
    holds.delete(hold);
    if (holds.size === 0) runWaiting();
  };
}

/** Does `work` once nothing holds the page; of several, the latest. */
export function whenReloadable(work: () => void): void {
  waiting = work;
  runWaiting();
}
