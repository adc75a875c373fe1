/** Activities that a reload must not interrupt: a payment, an unknown outcome, a cash sale. */
const holds = new Set<symbol>();
let waiting: (() => void) | null = null;

export function holdReload(): () => void {
  const hold = Symbol("hold");
  holds.add(hold);
  return () => {
    holds.delete(hold);
    if (holds.size === 0) runWaiting();
  };
}

export function runWhenReloadable(work: () => void): void {
  waiting = work;
  runWaiting();
}

function runWaiting(): void {
  // A step of a purchase ends a moment before the next one begins.
  setTimeout(() => {
    if (holds.size > 0 || !waiting) return;
    const work = waiting;
    waiting = null;
    work();
  });
}
