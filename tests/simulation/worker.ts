import { openGround } from "./ground";
import type { Wanted } from "./simulate";
import { simulate } from "./simulate";
import { tellFailure } from "./tell";

/** Runs each simulation that it is given as an argument, in JSON, and sends each result to whoever started it. */
async function work(given: string[]): Promise<void> {
  for (const wanted of given.map((text) => JSON.parse(text) as Wanted)) {
    const ground = await openGround();
    const { seed, runs, counts, failure } = await simulate(ground, wanted);
    await ground.close();
    process.send?.({ seed, runs, counts: [...counts], told: tellFailure({ seed, failure }) });
    if (failure) return;
  }
}

await work(process.argv.slice(2));
