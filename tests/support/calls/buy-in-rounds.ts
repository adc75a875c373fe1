type Try = { numbers: number[]; reason: string | undefined };

/** These refusals end when others pay or leave. */
const passing = new Set<string | undefined>(["all-held", "too-many-unpaid"]);

/** Buyers who are refused because others hold the tickets try again, until none succeeds any more. */
export async function buyInRounds<Outcome extends Try>(
  count: number,
  buy: (at: number) => Promise<Outcome>,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  let waiting = Array.from({ length: count }, (_none, index) => index);
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
