/** What came of one buyer's try: numbers, or why there are none. */
type Try = { numbers: number[]; reason: string | undefined };

/** Refusals that end when others pay or leave. */
const passing = new Set<string | undefined>(["all-held", "too-many-unpaid"]);

/**
 * Lets so many buyers buy at once; who was told that others hold the tickets tries again when those are done, until
 * nobody gets any further. Gives what came of each buyer's last try.
 */
export async function buyInRounds<Outcome extends Try>(
  count: number,
  buy: (at: number) => Promise<Outcome>,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  let waiting = Array.from({ length: count }, (_none, at) => at);
  while (waiting.length > 0) {
    await Promise.all(
      waiting.map(async (at) => {
        outcomes[at] = await buy(at);
      }),
    );
    const refused = waiting.filter((at) => passing.has(outcomes[at]?.reason));
    if (refused.length === waiting.length) break;
    waiting = refused;
  }
  return outcomes;
}
