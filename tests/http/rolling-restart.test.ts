import { readFileSync } from "node:fs";
import type { Server } from "node:http";
import { createServer } from "node:http";
import { setTimeout as wait } from "node:timers/promises";

import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { freePort } from "@/tests/support/servers/free-port";
import { hasNginx, startNginx } from "@/tests/support/servers/nginx";
import { ask } from "@/tests/support/servers/shared-cache";

const shipped =
  /server 172\.29\.77\.11:3000([^;]*);/.exec(readFileSync("deploy/compose/nginx.conf", "utf8"))?.[1] ?? "";

/** A stopping process goes on answering for this long, while load balancers notice. */
const graceMs = 3000;

describe.skipIf(!hasNginx)("the shipped nginx in front of two processes that restart one after the other", () => {
  let first: number;
  let second: number;
  let running: Map<number, Server>;

  beforeEach(async () => {
    [first, second] = [await freePort(), await freePort()];
    running = new Map();
    for (const port of [first, second]) await start(port);
  });

  afterEach(() => {
    for (const port of running.keys()) stop(port);
  });

  async function start(port: number): Promise<void> {
    const server = createServer((_request, response) => response.end());
    await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
    running.set(port, server);
  }

  function stop(port: number): void {
    running.get(port)?.close().closeAllConnections();
    running.delete(port);
  }

  /** Statuses while the first process is down, then the second. */
  async function statusesWith(parameters: string): Promise<(number | undefined)[]> {
    const nginx = await startNginx(
      ({ port }) => `
      access_log off;
      upstream tirage { server 127.0.0.1:${first}${parameters}; server 127.0.0.1:${second}${parameters}; }
      server { listen 127.0.0.1:${port}; location / { proxy_pass http://tirage; } }`,
    );
    const call = async () => (await ask(`${nginx.url}/`)).status;
    stop(first);
    const statuses = [await call(), await call()];
    await start(first);
    await wait(graceMs);
    stop(second);
    statuses.push(await call(), await call());
    await nginx.stop();
    return statuses;
  }

  it("always finds the one that runs", async () => {
    expect(await statusesWith(shipped)).toEqual([200, 200, 200, 200]);
  });

  it("would find none at first after the other restart with nginx's own `fail_timeout` (control)", async () => {
    expect(await statusesWith("")).toContain(502);
  });
});
