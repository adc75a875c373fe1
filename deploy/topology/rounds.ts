import type { Buyers } from "./buyers";
import { experienceIn } from "./diary";
import type { Step } from "./step";
import type { Passed } from "./table";
import { resultLines } from "./table";
import type { Topology } from "./topology";
import { until } from "./until";

const enough = 5;

async function waitForSales({ events }: Buyers): Promise<void> {
  const count = async () => events.filter(({ kind }) => kind === "acknowledged").length;
  const goal = (await count()) + enough;
  await until(count, (sold) => sold >= goal, { what: `${enough} more purchases`, withinMs: 600_000 });
}

async function goThroughOne(step: Step, topology: Topology, buyers: Buyers): Promise<Passed> {
  const fromMs = Date.now();
  const note = await step.run(topology);
  await waitForSales(buyers);
  const toMs = Date.now();
  const met = experienceIn(buyers.events, { fromMs, toMs });
  return { step: step.name, tookMs: toMs - fromMs, met, note };
}

/** Stops at the first step that fails, because later ones would prove nothing. */
export async function goThrough(
  chosen: readonly Step[],
  topology: Topology,
  buyers: Buyers,
  tell: (line: string) => void,
): Promise<{ passed: Passed[]; isWhole: boolean }> {
  const passed: Passed[] = [];
  tell("buyers come");
  await waitForSales(buyers);
  for (const step of chosen) {
    tell(`${step.name}: ${step.title}`);
    try {
      passed.push(await goThroughOne(step, topology, buyers));
    } catch (error) {
      tell(`FAILED: ${(error as Error).message}`);
      return { passed, isWhole: false };
    }
    tell(resultLines(passed.slice(-1)).at(-1) ?? "");
  }
  return { passed, isWhole: true };
}
