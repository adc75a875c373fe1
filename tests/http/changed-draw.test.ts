import { randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { adminCall, importDraw } from "@/tests/support/calls/buyer";
import { drawWith } from "@/tests/support/draws/draw";
import type { Server } from "@/tests/support/servers/server";
import { startServer } from "@/tests/support/servers/server";

async function look(server: Server, path: string) {
  const answer = await fetch(`${server.url}${path}`);
  const body = await answer.text();
  const salesOpen = /salesOpen\\?":(true|false)/.exec(body)?.[1];
  return { status: answer.status, body, open: salesOpen === undefined ? undefined : salesOpen === "true" };
}

const pagesOf = (id: string) => [`/${id}`, `/fr/${id}`];

async function openStates(server: Server, paths: string[]): Promise<(boolean | undefined)[]> {
  return (await Promise.all(paths.map((path) => look(server, path)))).map(({ open }) => open);
}

describe("the process that changes a draw", () => {
  let server: Server;

  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server.stop());

  it("shows immediately that it was closed, and reopened", async () => {
    const draw = drawWith();
    await importDraw(server, draw);
    const paths = [...pagesOf(draw.id), `/api/draws/${draw.id}/live`, `/${draw.id}?title=Team`];
    expect(await openStates(server, paths)).toEqual([true, true, true, true]);
    await adminCall(server, "POST", `/api/admin/draws/${draw.id}/close`);
    expect(await openStates(server, paths)).toEqual([false, false, false, false]);
    await adminCall(server, "POST", `/api/admin/draws/${draw.id}/open`);
    expect(await openStates(server, paths)).toEqual([true, true, true, true]);
  });

  it("shows a new title immediately, on the draw's pages and in the list", async () => {
    const draw = drawWith({ title: "First Name" });
    await importDraw(server, draw);
    const paths = [...pagesOf(draw.id), "/", "/fr"];
    const titles = async () =>
      Promise.all(paths.map(async (path) => /First Name|Second Name/.exec((await look(server, path)).body)?.[0]));
    expect(new Set(await titles())).toEqual(new Set(["First Name"]));
    await importDraw(server, { ...draw, title: "Second Name" });
    expect(new Set(await titles())).toEqual(new Set(["Second Name"]));
  });

  it("shows a new draw immediately, and none once it was removed", async () => {
    const draw = drawWith();
    const paths = [...pagesOf(draw.id), `/api/draws/${draw.id}/live`];
    const statuses = async () => (await Promise.all(paths.map((path) => look(server, path)))).map((one) => one.status);
    expect([await statuses(), await statuses()].flat()).toEqual([404, 404, 404, 404, 404, 404]);
    await importDraw(server, draw);
    expect(await statuses()).toEqual([200, 200, 200]);
    await importDraw(server, { ...draw, state: { approval_state: "Rejected" } });
    expect(await statuses()).toEqual([404, 404, 404]);
  });

  it("shows the change to visitors who arrive while it happens", async () => {
    const draw = drawWith();
    await importDraw(server, draw);
    const [path = ""] = pagesOf(draw.id);
    for (const [verb, open] of Array.from({ length: 10 }, (_, round) => [
      round % 2 ? "open" : "close",
      round % 2 === 1,
    ])) {
      let isChanging = true;
      const crowd = Array.from({ length: 4 }, async () => {
        while (isChanging) await look(server, path);
      });
      await adminCall(server, "POST", `/api/admin/draws/${draw.id}/${verb}`);
      isChanging = false;
      await Promise.all(crowd);
      // This answer may predate the change, and must not be cached.
      await look(server, path);
      expect((await look(server, path)).open).toBe(open);
    }
  });
});

const databaseServer = process.env.TEST_DATABASE_URL;

describe.skipIf(!databaseServer)("another process", () => {
  const name = `tirage_changed_${randomBytes(4).toString("hex")}`;
  const servers: Server[] = [];

  async function run(statement: string): Promise<void> {
    const client = new Client({ connectionString: databaseServer });
    await client.connect();
    await client.query(statement);
    await client.end();
  }

  beforeAll(async () => {
    await run(`create database ${name}`);
    const url = new URL(databaseServer ?? "");
    url.pathname = `/${name}`;
    const ADMIN_KEY = randomBytes(32).toString("base64url");
    const env = { DATABASE_URL: url.href, ADMIN_KEY, SECRETS_KEY: randomBytes(32).toString("base64") };
    for (let count = 0; count < 2; count += 1) servers.push(await startServer({ env }));
  });
  afterAll(async () => {
    for (const server of servers) await server.stop();
    await run(`drop database if exists ${name} with (force)`);
  });

  it("soon shows what this one changed and never goes back, to a crowd that keeps asking", async () => {
    const [here, there] = servers as [Server, Server];
    const draw = drawWith();
    await importDraw(here, draw);
    const paths = [...pagesOf(draw.id), `/1/${draw.id}`, `/api/draws/${draw.id}/live`];
    await openStates(there, paths);
    let isAsking = true;
    const crowd = paths.map(async (path) => {
      while (isAsking) {
        await look(there, path);
        await wait(20);
      }
    });
    try {
      for (const [verb, open] of [
        ["close", false],
        ["open", true],
      ] as const) {
        await adminCall(here, "POST", `/api/admin/draws/${draw.id}/${verb}`);
        const changed = [open, open, open, open];
        await expect.poll(() => openStates(there, paths), { timeout: 60_000 }).toEqual(changed);
        for (let times = 0; times < 10; times += 1) expect(await openStates(there, paths)).toEqual(changed);
      }
    } finally {
      isAsking = false;
      await Promise.all(crowd);
    }
  });
});
