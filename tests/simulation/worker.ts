import { openGround } from "./ground";
import type { Wanted } from "./simulate";
import { simulate } from "./simulate";
import { tellFailure } from "./tell";

/** Each argument is a simulation in JSON; its result is sent to the parent. */
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
