import { buy } from "@/bench/calls";
import type { Figure, Readings } from "@/bench/figure";
import type { Failures } from "@/bench/load";
import { after, runLoad } from "@/bench/load";
import type { Web } from "@/bench/web";
import { draws } from "@/bench/web";
import { tokenFor } from "@/tests/support/calls/buyer";
import { runInvariants } from "@/tests/support/servers/commands";

const minutes = 10;

/** A 503 with `Retry-After` isn't a failure. */
const isBusy = (reason: string) => / 503( |$)/.test(reason);

function countFailures(failures: Failures, isCounted: (reason: string) => boolean): number {
  return Object.entries(failures).reduce((sum, [reason, count]) => sum + (isCounted(reason) ? count : 0), 0);
}

async function measure({ product }: Web): Promise<Readings> {
  const nextToken = () => tokenFor(product.sandboxUrl);
  const { perSecond, failures } = await runLoad(product.url, after(minutes * 60), (ask) =>
    buy(ask, draws.sales, nextToken),
  );
  // The other draws have seeded rows only, which the bank and the audit log lack.
  const { code, lines } = await runInvariants(product, draws.sales);
  const faults = Object.fromEntries(Object.entries(failures).filter(([reason]) => !isBusy(reason)));
  const rate = `${perSecond.toFixed(1)} purchases/s, ${countFailures(failures, isBusy)} told to come back`;
  const checked = code === 0 ? "the invariants hold" : `THE INVARIANTS FAIL: ${lines.slice(0, 10).join("; ")}`;
  const value = countFailures(faults, () => true) + (code === 0 ? 0 : 1);
  return { ours: [{ value, failures: faults }], floor: [], note: `${rate}, ${checked}` };
}

export const enduranceFigure: Figure<Web> = {
  name: `faults in ${minutes} minutes of purchases`,
  unit: "faults",
  bar: { most: 0 },
  measure,
};
