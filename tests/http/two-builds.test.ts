import type { Server } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { hasNginx } from "@/tests/support/servers/nginx";
import { ask, startShippedNginx } from "@/tests/support/servers/shared-cache";

const partOf = (build: string) => `/_next/static/chunks/${build}.js`;

function serveBuild(build: string): Promise<Server> {
  const server = createServer(({ url }, response) => {
    response.statusCode = url === partOf(build) || url === "/api/health" ? 200 : 404;
    response.end();
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}

describe.skipIf(!hasNginx)("the shipped nginx in front of two versions", () => {
  let servers: Server[];

  beforeEach(async () => {
    servers = await Promise.all([serveBuild("old"), serveBuild("new")]);
  });

  afterEach(() => {
    for (const server of servers) server.close().closeAllConnections();
  });

  async function statusesOf(path: string, change?: (file: string) => string): Promise<Set<number | undefined>> {
    const ports = servers.map((server) => ({ port: (server.address() as AddressInfo).port }));
    const nginx = await startShippedNginx(ports, change);
    const statuses = new Set<number | undefined>();
    for (let times = 0; times < 10; times += 1) statuses.add((await ask(`${nginx.url}${path}`)).status);
    await nginx.stop();
    return statuses;
  }

  it("finds the parts of a page at whichever process has them", async () => {
    for (const build of ["old", "new"]) expect([...(await statusesOf(partOf(build)))]).toEqual([200]);
  });

  it("says that a part is missing if no process has it", async () => {
    expect([...(await statusesOf(partOf("older")))]).toEqual([404]);
  });

  it("would lose half of them if it asked only one process (control)", async () => {
    const statuses = await statusesOf(partOf("new"), (file) => file.replace(" http_404", ""));
    expect([...statuses].sort()).toEqual([200, 404]);
  });
});
