import type { Buyers } from "./buyers";
import { measureExperience } from "./diary";
import type { StepResult } from "./table";
import { resultLines } from "./table";
import type { Step, Topology } from "./topology";
import { until } from "./until";

const salesPerStep = 5;

/** Stops at the first step that fails, because later ones would prove nothing. */
export async function runSteps(
  chosen: readonly Step[],
  topology: Topology,
  buyers: Buyers,
  log: (line: string) => void,
): Promise<{ results: StepResult[]; isComplete: boolean }> {
  const results: StepResult[] = [];
  log("buyers come");
  await waitForSales(buyers);
  for (const step of chosen) {
    log(`${step.name}: ${step.title}`);
    try {
      results.push(await runStep(step, topology, buyers));
    } catch (error) {
      log(`FAILED: ${(error as Error).message}`);
      return { results, isComplete: false };
    }
    log(resultLines(results.slice(-1)).at(-1) ?? "");
  }
  return { results, isComplete: true };
}

async function waitForSales({ events }: Buyers): Promise<void> {
  const count = async () => events.filter(({ kind }) => kind === "acknowledged").length;
  const goal = (await count()) + salesPerStep;
  await until(count, (sold) => sold >= goal, { what: `${salesPerStep} more purchases`, withinMs: 600_000 });
}

async function runStep(step: Step, topology: Topology, buyers: Buyers): Promise<StepResult> {
  const fromMs = Date.now();
  const note = await step.run(topology);
  await waitForSales(buyers);
  const toMs = Date.now();
  const experience = measureExperience(buyers.events, { fromMs, toMs });
  return { step: step.name, tookMs: toMs - fromMs, experience, note };
}
