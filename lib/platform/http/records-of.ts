import "server-only";

/** Ends work whose reader went away, where it tells next. */
class ReaderGone extends Error {}

/**
 * Turns work that tells how far it is into records for `respondLines`: what it tells, as it is told, and what it gives
 * at last. A reader that goes away ends the work where it tells next.
 */
export async function* recordsOf<Told, Given>(
  work: (tell: (told: Told) => void) => Promise<Given>,
): AsyncGenerator<Told | Given> {
  const waiting: Told[] = [];
  let wake = () => {};
  let [isOver, isGone] = [false, false];
  const given = work((told) => {
    if (isGone) throw new ReaderGone();
    waiting.push(told);
    wake();
  });
  const end = () => {
    isOver = true;
    wake();
  };
  given.then(end, end);
  try {
    while (!isOver || waiting.length > 0) {
      const told = waiting.shift();
      if (told !== undefined) yield told;
      else
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    }
    yield await given;
  } finally {
    isGone = true;
  }
}
