import { parseArgs } from "node:util";

import { firstPort, portCount } from "./ports";

/**
 * `rate` is in buyers per second. `offsets` are seconds from the promotion to the waking of the frozen primary, with
 * one `freeze-primary` step each.
 */
export type Options = { rate: number; only: string[] | null; offsets: number[]; ports: number; keep: boolean };

export function parseOptions(args: readonly string[], stepNames: readonly string[]): Options | null {
  const options = { rate: "string", only: "string", offsets: "string", ports: "string", keep: "boolean" } as const;
  const config = Object.fromEntries(Object.entries(options).map(([name, type]) => [name, { type }]));
  try {
    const { values } = parseArgs({ args: [...args], options: config });
    const only = typeof values.only === "string" ? values.only.split(",") : null;
    const offsets = `${values.offsets ?? 0}`.split(",").map(Number);
    const rate = Number(values.rate ?? 3);
    const ports = Number(values.ports ?? firstPort);
    const isFit = rate > 0 && rate <= 100 && Number.isInteger(ports) && ports > 0 && ports + portCount <= 65_536;
    if (!isFit || !offsets.every((one) => Math.abs(one) <= 60) || only?.some((name) => !stepNames.includes(name)))
      return null;
    return { rate, only, offsets, ports, keep: values.keep === true };
  } catch {
    return null;
  }
}
