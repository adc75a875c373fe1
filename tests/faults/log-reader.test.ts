import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";

import { afterEach, expect, it } from "vitest";

import type { Server } from "@/tests/support/server";
import { startServer } from "@/tests/support/server";

const hasProc = existsSync("/proc/self/io");

/** A process with this logs ten lines a second, whatever else it does. */
const chatter = `setInterval(() => console.warn("a line of the log"), 100).unref();`;
const chatty = { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(chatter)}` };

/** How many times the process has written anything anywhere, as the kernel counts. */
async function writesOf({ pid }: Server): Promise<number> {
  return Number(/^syscw: (\d+)$/m.exec(await readFile(`/proc/${pid}/io`, "utf8"))?.[1]);
}

/** What a server that sells nothing writes in as long, its lines and the jobs of its database, many times over. */
const idleWrites = 1000;

let server: Server;

afterEach(() => server.stop());

it.runIf(hasProc)("a log whose reader has died costs lines, not the server", async () => {
  server = await startServer({ env: chatty });
  await expect.poll(() => server.output()).toContain("a line of the log");
  server.dropLog();
  const before = await writesOf(server);
  await wait(3000);
  const ready = await fetch(`${server.url}/api/ready`, { signal: AbortSignal.timeout(30_000) });
  expect(ready.status).toBe(200);
  expect((await writesOf(server)) - before).toBeLessThan(idleWrites);
  expect(await server.terminate()).toBe(0);
});
