import { readFileSync } from "node:fs";
import type { Server } from "node:http";
import { createServer } from "node:http";
import { setTimeout as wait } from "node:timers/promises";

import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { freePort } from "@/tests/support/free-port";
import { hasNginx, startNginx } from "@/tests/support/nginx";
import { ask } from "@/tests/support/shared-cache";

const shipped =
  /server 172\.29\.77\.11:3000([^;]*);/.exec(readFileSync("deploy/compose/nginx.conf", "utf8"))?.[1] ?? "";

/** A process takes this long to stop, at the least: it answers on while load balancers notice. */
const graceMs = 3000;

describe.skipIf(!hasNginx)("the shipped nginx in front of two processes that restart one after the other", () => {
  let ports: number[];
  let running: Map<number, Server>;

  beforeEach(async () => {
    ports = [await freePort(), await freePort()];
    running = new Map();
    for (const port of ports) await start(port);
  });

  afterEach(() => {
    for (const port of running.keys()) stop(port);
  });

  async function start(port: number | undefined): Promise<void> {
    const server = createServer((_request, response) => response.end());
    await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
    running.set(port ?? 0, server);
  }

  function stop(port: number | undefined): void {
    running
      .get(port ?? 0)
      ?.close()
      .closeAllConnections();
    running.delete(port ?? 0);
  }

  /** The answers to calls while the first process is away, and once it is back, while the second one is. */
  async function statusesWith(parameters: string): Promise<(number | undefined)[]> {
    const nginx = await startNginx(
      ({ port }) => `
      access_log off;
      upstream tirage { ${ports.map((at) => `server 127.0.0.1:${at}${parameters};`).join(" ")} }
      server { listen 127.0.0.1:${port}; location / { proxy_pass http://tirage; } }`,
    );
    const call = async () => (await ask(`${nginx.url}/`)).status;
    stop(ports[0]);
    const statuses = [await call(), await call()];
    await start(ports[0]);
    await wait(graceMs);
    stop(ports[1]);
    statuses.push(await call(), await call());
    await nginx.stop();
    return statuses;
  }

  it("always finds the one that runs", async () => {
    expect(await statusesWith(shipped)).toEqual([200, 200, 200, 200]);
  });

  it("would find none for ten seconds after each restart as nginx is by itself (control)", async () => {
    expect(await statusesWith("")).toContain(502);
  });
});
