import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AdminDraw } from "@/lib/draws/rules.projection";
import { adminCall, createBuyer, freshIpAddress, importDraw } from "@/tests/support/calls/buyer";
import { registerDevice } from "@/tests/support/calls/device";
import { buyHonestly, createCookieBrowsers, holdTickets } from "@/tests/support/calls/hoarders";
import { orderBody } from "@/tests/support/calls/route-bodies";
import { actAt, placeAt } from "@/tests/support/calls/terminal-calls";
import { onPostgres } from "@/tests/support/databases/postgres-database";
import type { DrawInput } from "@/tests/support/draws/draw";
import { drawWith } from "@/tests/support/draws/draw";
import { isFullRun } from "@/tests/support/runner/which-tests";
import { sabotage } from "@/tests/support/sabotage/sabotage";
import { startServerWithout } from "@/tests/support/sabotage/sabotaged-server";
import type { Server } from "@/tests/support/servers/server";
import { startServer } from "@/tests/support/servers/server";
import type { Servers } from "@/tests/support/servers/several-servers";
import { startServers } from "@/tests/support/servers/several-servers";

/** Buyers at the hoarders' IP address. Longer runs set it. */
const honestBuyers = Number(process.env.HONEST_BUYERS ?? (isFullRun ? 40 : 12));

const one = { poolId: "main", packageId: "one", quantity: 1 };
const fifty = { poolId: "main", packageId: "fifty", quantity: 1 };

async function openDraw(server: Server, maxTickets: number, changes: Partial<DrawInput> = {}): Promise<string> {
  const packages = [
    { id: "one", tickets: 1, price: 5 },
    { id: "fifty", tickets: 50, price: 100 },
  ];
  const terminal = { allowAnonymousCash: true, allowRefund: true };
  const draw = drawWith({ maxTickets, ticketPriceInfo: packages, terminal, ...changes });
  await importDraw(server, draw);
  return draw.id;
}

function openSmall(server: Server): Promise<string> {
  return openDraw(server, 10, { ticketPriceInfo: [{ id: "one", tickets: 1, price: 10 }] });
}

async function reservedOf(server: Server, instanceId: string): Promise<number> {
  const { body } = await adminCall<{ draws: AdminDraw[] }>(server, "GET", "/api/admin/draws");
  return body.draws.find(({ id }) => id === instanceId)?.reserved ?? -1;
}

describe("one IP address that holds all it can", () => {
  let running: Servers;
  let server: Server;

  beforeAll(async () => {
    // The embedded database allows one process. On PostgreSQL, two share the limits.
    running = await startServers(onPostgres ? 2 : 1);
    server = running.servers[0] as Server;
  });
  afterAll(() => running?.stop());

  function hold(instanceId: string, calls: number, { ipAddress = freshIpAddress(), line = one } = {}) {
    return holdTickets({ servers: running.servers, ipAddress, instanceId, line }, calls);
  }

  it("gets four of ten tickets, and buyers at other IP addresses buy the rest", async () => {
    const instanceId = await openSmall(server);
    const { held, reasons } = await hold(instanceId, 60);
    expect(held).toBe(4);
    expect([...reasons].sort()).toEqual(["too-many-unpaid"]);
    expect(await reservedOf(server, instanceId)).toBe(4);
    const buy = () => buyHonestly(server, { ipAddress: freshIpAddress(), instanceId, line: one });
    expect(await Promise.all([buy(), buy(), buy()])).toEqual(["paid", "paid", "paid"]);
  });

  it("gets no more than its share of twelve thousand tickets by fifties", async () => {
    const instanceId = await openDraw(server, 12_000);
    await hold(instanceId, 150, { line: fifty });
    // A tenth is held without a cookie, and 2% by each of ten browsers.
    expect(await reservedOf(server, instanceId)).toBe(1200 + 10 * 200);
    expect(await buyHonestly(server, { ipAddress: freshIpAddress(), instanceId, line: fifty })).toBe("paid");
  });

  it("may also be an arena's: its honest buyers can all buy despite its thieves", async () => {
    const instanceId = await openDraw(server, 4000);
    const ipAddress = freshIpAddress();
    // Ten browsers leave a fifth of their network's quarter. Twenty would leave nothing.
    const hoarding = { servers: running.servers, ipAddress, instanceId, line: fifty };
    const thieves = { ...hoarding, cookieBrowsers: createCookieBrowsers(hoarding) };
    await holdTickets(thieves, 100);
    const line = { ...one, quantity: 3 };
    const buy = () => buyHonestly(server, { ipAddress, instanceId, line });
    const buying = Promise.all(Array.from({ length: honestBuyers }, buy));
    await holdTickets(thieves, 100);
    expect((await buying).filter((fate) => fate !== "paid")).toEqual([]);
  });

  it("has its holds released by an admin, and may hold again", async () => {
    const instanceId = await openSmall(server);
    const ipAddress = freshIpAddress();
    const { held } = await hold(instanceId, 20, { ipAddress });
    const path = `/api/admin/draws/${instanceId}/free-holds`;
    expect((await adminCall(server, "POST", path, { unknownOnly: true })).body).toEqual({ released: held });
    expect(await reservedOf(server, instanceId)).toBe(0);
    expect(await buyHonestly(server, { ipAddress, instanceId, line: one })).toBe("paid");
  });

  it("isn't a tablet's: it sells for cash beside thieves at its IP address", async () => {
    const instanceId = await openSmall(server);
    const ipAddress = freshIpAddress();
    await hold(instanceId, 30, { ipAddress });
    const device = await registerDevice(server, { parentId: "test-parent" });
    const lines = [one];
    for (let sold = 1; sold <= 3; sold += 1) {
      const placed = await placeAt(device, instanceId, { lines });
      const paid = await actAt(device, placed.body.order, "cash", { given: 20 });
      expect([placed.status, paid.status]).toEqual([201, 200]);
    }
  });
});

describe("a caller if no proxy is trusted", () => {
  it("is the other end of its socket, whatever IP addresses it claims", async () => {
    const server = await startServer({ env: { TRUSTED_PROXY_HOPS: "0" } });
    try {
      const instanceId = await openSmall(server);
      const place = () => {
        const forged = { "idempotency-key": randomUUID(), "x-tirage-peer": freshIpAddress() };
        return createBuyer(server).call("POST", "/api/orders", orderBody(instanceId, { lines: [one] }), forged);
      };
      const answers = await Promise.all(Array.from({ length: 10 }, place));
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
      expect(answers.filter(({ body }) => body.reason === "too-many-unpaid")).toHaveLength(9);
    } finally {
      await server.stop();
    }
  });
});

describe.runIf(isFullRun)("negative control", () => {
  it("one IP address holds all tickets if nothing limits its share", async () => {
    const server = await startServerWithout(sabotage.ticketShares);
    try {
      const instanceId = await openSmall(server);
      const hoarding = { servers: [server], ipAddress: freshIpAddress(), instanceId, line: one };
      expect((await holdTickets(hoarding, 60)).held).toBe(10);
      expect(await reservedOf(server, instanceId)).toBe(10);
    } finally {
      await server.stop();
    }
  });
});
