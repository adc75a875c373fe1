import "server-only";

/** Stops work whose reader has disconnected, at its next report. */
class ReaderGone extends Error {}

/**
 * Turns work that reports its progress into records for `respondLines`: each report as it comes, and the result at the
 * end. If the reader disconnects, the work stops at its next report.
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
