import "server-only";

/** Runs work when its turn comes. */
export type Turnstile = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Lets `most` pieces of work run at once, and the others in the order in which they came. */
export function fewAtOnce(most: number): Turnstile {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      // Whoever waits longest takes the place, so that nobody else comes in between.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
