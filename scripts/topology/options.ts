import { parseArgs } from "node:util";

import { firstPort, portCount } from "./ports";

/** What a run is told: buyers a second, which steps, the first port, and whether its folder stays. */
export type Options = { rate: number; only: string[] | null; ports: number; keep: boolean };

/** Reads what follows the command; null if it isn't ours. */
export function parseOptions(words: readonly string[], stepNames: readonly string[]): Options | null {
  const options = { rate: "string", only: "string", ports: "string", keep: "boolean" } as const;
  const config = Object.fromEntries(Object.entries(options).map(([name, type]) => [name, { type }]));
  try {
    const { values } = parseArgs({ args: [...words], options: config });
    const only = typeof values.only === "string" ? values.only.split(",") : null;
    const rate = Number(values.rate ?? 3);
    const ports = Number(values.ports ?? firstPort);
    const isFit = rate > 0 && rate <= 100 && Number.isInteger(ports) && ports > 0 && ports + portCount <= 65_536;
    if (!isFit || only?.some((name) => !stepNames.includes(name))) return null;
    return { rate, only, ports, keep: values.keep === true };
  } catch {
    return null;
  }
}
