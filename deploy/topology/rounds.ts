import type { Buyers } from "./buyers";
import { experienceIn } from "./diary";
import type { StepResult } from "./table";
import { resultLines } from "./table";
import type { Step, Topology } from "./topology";
import { until } from "./until";

const enough = 5;

async function waitForSales({ events }: Buyers): Promise<void> {
  const count = async () => events.filter(({ kind }) => kind === "acknowledged").length;
  const goal = (await count()) + enough;
  await until(count, (sold) => sold >= goal, { what: `${enough} more purchases`, withinMs: 600_000 });
}

async function goThroughOne(step: Step, topology: Topology, buyers: Buyers): Promise<StepResult> {
  const fromMs = Date.now();
  const note = await step.run(topology);
  await waitForSales(buyers);
  const toMs = Date.now();
  const experience = experienceIn(buyers.events, { fromMs, toMs });
  return { step: step.name, tookMs: toMs - fromMs, experience, note };
}

/** Stops at the first step that fails, because later ones would prove nothing. */
export async function goThrough(
  chosen: readonly Step[],
  topology: Topology,
  buyers: Buyers,
  log: (line: string) => void,
): Promise<{ results: StepResult[]; isWhole: boolean }> {
  const results: StepResult[] = [];
  log("buyers come");
  await waitForSales(buyers);
  for (const step of chosen) {
    log(`${step.name}: ${step.title}`);
    try {
      results.push(await goThroughOne(step, topology, buyers));
    } catch (error) {
      log(`FAILED: ${(error as Error).message}`);
      return { results, isWhole: false };
    }
    log(resultLines(results.slice(-1)).at(-1) ?? "");
  }
  return { results, isWhole: true };
}
