import type { Simulated } from "./simulate";

/** Words for a run that broke an invariant: what, how it came to it, and how to see it again. Empty when none did. */
export function tellFailure({ seed, failure }: Pick<Simulated, "seed" | "failure">): string {
  if (!failure) return "";
  const { found, trace, scenario, path } = failure;
  const { events, faults, ...draw } = scenario;
  return [
    ...found,
    "",
    `Again: npm run simulate -- --seed ${seed} --path ${path}`,
    `${JSON.stringify(draw)}, ${events.length} events:`,
    ...trace,
  ].join("\n");
}
