import type { IncomingHttpHeaders } from "node:http";

import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";

import type { LiveState } from "@/lib/draws/rules.projection";
import { createBuyer, importDraw, tokenFor } from "@/tests/support/calls/buyer";
import { sendRaw } from "@/tests/support/calls/raw-request";
import { onPostgres } from "@/tests/support/databases/postgres-database";
import { drawWith } from "@/tests/support/draws/draw";
import type { Server } from "@/tests/support/servers/server";
import type { Servers } from "@/tests/support/servers/several-servers";
import { startServers } from "@/tests/support/servers/several-servers";
import { shareServer } from "@/tests/support/servers/shared-server";

const teams = [{ id: "rink", title: "Rink", teams: [{ id: "foxes", name: "Foxes" }] }];

async function openDraw(server: Server): Promise<string> {
  const draw = drawWith({ teams });
  await importDraw(server, draw);
  return draw.id;
}

const pathOf = (drawId: string) => `/api/draws/${drawId}/live`;

/** Next compresses route answers itself. */
const formHeaders = ["content-encoding", "content-length", "transfer-encoding"];

function sharedHeaders({ "x-request-id": _id, date: _date, ...shared }: IncomingHttpHeaders) {
  return Object.fromEntries(Object.entries(shared).filter(([name]) => !formHeaders.includes(name)));
}

describe("the live state of a draw", () => {
  let server: Server;

  beforeAll(async () => {
    server = await shareServer();
  });
  afterAll(() => server.stop());

  it("has the same headers from its route and, while fresh, from the guard before Next", async () => {
    const compare = async () => {
      const path = pathOf(await openDraw(server));
      const ask = (method = "GET", headers = {}) => sendRaw(server.url, { method, path, headers });
      // For a new draw, only the route answers the first request.
      const [byRoute, early] = [await ask(), await ask()];
      expect([early.status, sharedHeaders(early.headers)]).toEqual([200, sharedHeaders(byRoute.headers)]);
      expect(early.text).toBe(byRoute.text);
      const head = await ask("HEAD");
      expect([head.status, head.text, sharedHeaders(head.headers)]).toEqual([200, "", sharedHeaders(byRoute.headers)]);
      const conditional = await ask("GET", { "if-none-match": byRoute.headers.etag });
      expect([conditional.status, conditional.text, conditional.headers.etag]).toEqual([304, "", byRoute.headers.etag]);
      expect(conditional.headers).not.toHaveProperty("content-encoding");
    };
    // The guard's copy may expire on a busy machine, in which case another draw is tried.
    await vi.waitFor(compare, { timeout: 60_000 });
  });

  it.each(["gzip", "gzip, deflate, br", "identity"])(
    "is readable for clients that accept %s, whoever answers",
    async (accepted) => {
      const path = pathOf(await openDraw(server));
      const read = async () => (await fetch(server.url + path, { headers: { "accept-encoding": accepted } })).json();
      for (const body of [await read(), await read(), await read()]) expect(body).toMatchObject({ sold: 0, teams: [] });
    },
  );
});

describe.runIf(onPostgres)("two processes on one database", () => {
  let running: Servers;

  beforeAll(async () => {
    running = await startServers(2);
  });
  afterAll(() => running?.stop());

  it("show soon what either one sold, per team and overall, and end with the same counts", async () => {
    const [here, there] = running.servers as [Server, Server];
    const drawId = await openDraw(here);
    const read = async (server: Server) => (await (await fetch(`${server.url}${pathOf(drawId)}`)).json()) as LiveState;
    let isSelling = true;
    // A crowd keeps both caches as old as allowed.
    const crowd = [here, there].map(async (server) => {
      while (isSelling) await read(server);
    });
    for (const [at, server] of [here, there, here].entries()) {
      const buyer = createBuyer(server);
      const { order } = (await buyer.placeOrder({ instanceId: drawId, body: { teamId: "foxes" } })).body;
      await buyer.pay(order, await tokenFor(running.sandboxUrl));
      const tickets = 3 * (at + 1);
      const shown = async () =>
        (await Promise.all([here, there].map(read))).map(({ sold, teams: [team] }) => [sold, team]);
      const both = [tickets, { teamId: "foxes", tickets }];
      await expect.poll(shown, { timeout: 60_000, interval: 20 }).toEqual([both, both]);
    }
    isSelling = false;
    await Promise.all(crowd);
  });
});
