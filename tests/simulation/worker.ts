import { describeFailure } from "./describe-failure";
import { openSetup } from "./setup";
import type { RunOptions } from "./simulate";
import { simulate } from "./simulate";

/** Each argument is a simulation in JSON, whose result is sent to the parent. */
async function work(given: string[]): Promise<void> {
  for (const wanted of given.map((text) => JSON.parse(text) as RunOptions)) {
    const setup = await openSetup();
    const { seed, runs, counts, failure } = await simulate(setup, wanted);
    await setup.close();
    process.send?.({ seed, runs, counts: [...counts], failure: describeFailure({ seed, failure }) });
    if (failure) return;
  }
}

await work(process.argv.slice(2));
