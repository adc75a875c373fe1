import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";

import { afterEach, expect, it } from "vitest";

import type { Server } from "@/tests/support/servers/server";
import { startServer } from "@/tests/support/servers/server";

const hasProc = existsSync("/proc/self/stat");

const chatter = `setInterval(() => console.warn("a line of the log"), 100).unref();`;
const chatty = { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(chatter)}` };

/** In ms. The kernel counts hundredths of a second. */
async function processorMsOf({ pid }: Server): Promise<number> {
  const [, fields = ""] = (await readFile(`/proc/${pid}/stat`, "utf8")).split(") ");
  const [userTicks, systemTicks] = fields.split(" ").slice(11, 13).map(Number);
  return 10 * ((userTicks ?? Number.NaN) + (systemTicks ?? Number.NaN));
}

/** An idle server uses a twentieth of a processor. One that logs its own log errors uses all of it. */
const idleShare = 0.4;

let server: Server;

afterEach(() => server.stop());

it.runIf(hasProc)("a log whose reader has died loses lines but doesn't stop the server", async () => {
  server = await startServer({ env: chatty });
  await expect.poll(() => server.output()).toContain("a line of the log");
  server.dropLog();
  const [before, sinceMs] = [await processorMsOf(server), performance.now()];
  await wait(3000);
  const share = ((await processorMsOf(server)) - before) / (performance.now() - sinceMs);
  const ready = await fetch(`${server.url}/api/ready`, { signal: AbortSignal.timeout(30_000) });
  expect(ready.status).toBe(200);
  expect(share).toBeLessThan(idleShare);
  expect(await server.terminate()).toBe(0);
});
