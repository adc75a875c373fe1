import { afterEach, expect, it } from "vitest";

import type { LiveState } from "@/lib/draws/rules.projection";
import { createBuyer, importDraw } from "@/tests/support/calls/buyer";
import { injectedClockOnly } from "@/tests/support/databases/database-clock";
import { editData } from "@/tests/support/databases/edit-data";
import { drawWith } from "@/tests/support/draws/draw";
import { isFullRun } from "@/tests/support/runner/which-tests";
import type { FaultStage } from "@/tests/support/servers/fault-stage";
import { openFaultStage } from "@/tests/support/servers/fault-stage";
import type { Server } from "@/tests/support/servers/server";

let stage: FaultStage | undefined;

afterEach(() => stage?.close());

/** Each SIGUSR2 simulates an hour of sleep, during which the process's monotonic clock didn't advance. */
const sleepsAtSignal = `let lost = 0; const now = performance.now.bind(performance);
  performance.now = () => now() - lost;
  process.on("SIGUSR2", () => { lost += 3600000; });`;

async function startSleeper(statements: readonly string[]): Promise<Server> {
  stage = await openFaultStage();
  if (statements.length > 0) await editData(stage.dataDir, statements);
  return stage.start({ NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(sleepsAtSignal)}` });
}

async function isOpenFor(server: Server, drawId: string): Promise<boolean> {
  const answer = await fetch(`${server.url}/api/draws/${drawId}/live`);
  return ((await answer.json()) as LiveState).salesOpen;
}

/** The draw has ended, but the server doesn't know yet. */
async function orderAfterSleep(server: Server): Promise<string> {
  const ended = drawWith({ endDate: new Date(Date.now() - 60_000).toISOString() });
  await importDraw(server, ended);
  const sleep = async () => {
    const isAsleep = await isOpenFor(server, ended.id);
    if (!isAsleep) server.signal("SIGUSR2");
    return isAsleep;
  };
  expect(await sleep()).toBe(false);
  await expect.poll(sleep, { timeout: 20_000 }).toBe(true);
  const placed = await createBuyer(server).placeOrder({ instanceId: ended.id });
  return placed.status === 201 ? "sold" : String(placed.body.reason);
}

it("a server that slept past a close and hasn't noticed yet sells nothing", async () => {
  expect(await orderAfterSleep(await startSleeper([]))).toBe("draw-closed");
});

it.runIf(isFullRun)("negative control: it sells if the database's clock isn't used", async () => {
  const server = await startSleeper([injectedClockOnly]);
  // The server reads the database's clock twice a minute. The test acts in between.
  await expect.poll(() => orderAfterSleep(server), { timeout: 60_000, interval: 100 }).toBe("sold");
});
