import type { SimulationResult } from "./simulate";

/** The failure, its steps, and the command that replays it. Empty if there is none. */
export function describeFailure({ seed, failure }: Pick<SimulationResult, "seed" | "failure">): string {
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
