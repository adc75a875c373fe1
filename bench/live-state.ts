import type { ChildProcess } from "node:child_process";
import { spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, rmSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";

import { createBuyer, freshAddress, importDraw, tokenFor } from "@/tests/support/buyer";
import { drawWith } from "@/tests/support/draw";
import { freePort } from "@/tests/support/free-port";
import { countersOf, fillings } from "@/tests/support/large-draw";
import { runStatements } from "@/tests/support/postgres-database";
import type { Server } from "@/tests/support/server";
import { startServer } from "@/tests/support/server";

import type { Load } from "./request-load";
import { measureLoad } from "./request-load";

const orders = Number(process.env.BENCH_ORDERS ?? 100_000);
const rounds = Number(process.env.BENCH_ROUNDS ?? 10);
/** Short turns, as others use the machine too: what is compared is measured within seconds. */
const turnMs = 1500;
const connections = 20;

const bareProject = ".cache/bare-route";
const next = "node_modules/next/dist/bin/next";
const teams = [
  { id: "league", title: "League", teams: ["north", "south", "east", "west"].map((id) => ({ id, name: id })) },
];

/** Builds and starts an app of the same Next with one route handler that does nothing. */
async function startBare(): Promise<{ port: number; child: ChildProcess }> {
  const env = { ...process.env, NODE_ENV: "production" as const, NEXT_TELEMETRY_DISABLED: "1" };
  if (!existsSync(`${bareProject}/.next/BUILD_ID`)) {
    rmSync(bareProject, { recursive: true, force: true });
    mkdirSync(".cache", { recursive: true });
    cpSync("bench/bare-page", bareProject, { recursive: true });
    const build = spawnSync(process.execPath, [next, "build", bareProject], { env, encoding: "utf8" });
    if (build.status !== 0) throw new Error(`The bare route does not build:\n${build.stdout}${build.stderr}`);
  }
  const port = await freePort();
  const child = spawn(process.execPath, [next, "start", bareProject, "--port", String(port)], { env, stdio: "ignore" });
  const isUp = () =>
    fetch(`http://127.0.0.1:${port}/api/bare`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isUp())) await wait(100);
  return { port, child };
}

/** Fills a draw with paid orders, each of which supports a team where the draw has any. */
async function fill(server: Server, drawId: string, hasTeams: boolean): Promise<void> {
  const dayMs = 24 * 60 * 60_000;
  const now = Date.now();
  const filling = { drawId, orders, from: new Date(now - 3 * dayMs), until: new Date(now - dayMs / 8) };
  const supported = `update orders set team_id = (array['north', 'south', 'east', 'west'])[1 + length(order_code) % 4]
    where draw_id = '${drawId}'`;
  const counted = `insert into pool_teams select o.draw_id, 'main', o.team_id, sum(l.tickets)
    from orders o join order_lines l using (draw_id, order_id) where o.draw_id = '${drawId}' group by 1, 3`;
  await runStatements(server.databaseUrl ?? "", [
    // Checks of foreign keys are planned at their first use: on tables that look empty they read all of them.
    ...fillings(filling).flatMap((statement) => [statement(1, orders), "analyze"]),
    countersOf(filling),
    ...(hasTeams ? [supported, counted] : []),
    "analyze",
  ]);
}

/** Buys five times a second until it is told to stop. */
function sell(server: Server, instanceId: string): () => Promise<void> {
  let isOver = false;
  const selling = (async () => {
    while (!isOver) {
      const buyer = createBuyer(server);
      const lines = [{ poolId: "main", packageId: "three", quantity: 1 }];
      const placed = await buyer.placeOrder({ instanceId, lines, body: { teamId: "north" } });
      if (placed.status !== 201) throw new Error(JSON.stringify(placed.body));
      await buyer.pay(placed.body.order, await tokenFor(server.sandboxUrl));
      await wait(200);
    }
  })();
  return () => {
    isOver = true;
    return selling;
  };
}

const browserHeaders = () => ["Accept-Encoding: gzip, deflate, br", `X-Forwarded-For: ${freshAddress()}`];

function median(values: readonly number[]): number {
  return [...values].sort((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;
}

/** Both in turns: answers a second of each and their ratio, each the median of all rounds, and what was answered. */
async function compare(load: Load, floor: Load): Promise<string> {
  const [rates, floors, ratios, statuses] = [[], [], [], {}] as [number[], number[], number[], Record<string, number>];
  for (let round = 0; round < rounds; round += 1) {
    const bare = (await measureLoad(floor, connections, turnMs)).perSecond;
    const own = await measureLoad(load, connections, turnMs);
    rates.push(own.perSecond);
    floors.push(bare);
    ratios.push(own.perSecond / bare);
    for (const [status, times] of Object.entries(own.statuses)) statuses[status] = (statuses[status] ?? 0) + times;
  }
  const [rate, bare] = [rates, floors].map((values) => Math.round(median(values)));
  return `${rate}/s over ${bare}/s: ${median(ratios).toFixed(2)} ${JSON.stringify(statuses)}`;
}

/**
 * Prints requests a second of the live state beside those of a bare route handler of Next, taken in turns: of a draw
 * with and without teams, and of one with teams that sells.
 */
async function main(): Promise<void> {
  const [server, bare] = [await startServer(), await startBare()];
  try {
    const [without, withTeams] = [drawWith(), drawWith({ teams })];
    for (const draw of [without, withTeams]) await importDraw(server, draw);
    await fill(server, without.id, false);
    await fill(server, withTeams.id, true);
    const pathOf = (id: string) => `/api/draws/${id}/live`;
    const told = await fetch(`${server.url}${pathOf(withTeams.id)}`);
    const etag = told.headers.get("etag") ?? "";
    await told.arrayBuffer();
    const floor = { port: bare.port, path: "/api/bare", headersAt: browserHeaders };
    const live = (id: string, more: string[] = []) => {
      return { port: server.port, path: pathOf(id), headersAt: () => [...browserHeaders(), ...more] };
    };
    const loads = [
      { name: "without teams", load: live(without.id) },
      { name: "with teams", load: live(withTeams.id) },
      { name: "with teams, known (304)", load: live(withTeams.id, [`If-None-Match: ${etag}`]) },
      { name: "with teams, selling", load: live(withTeams.id), sells: true },
    ];
    for (const load of [floor, ...loads.map((one) => one.load)]) await measureLoad(load, connections, turnMs);
    for (const { name, load, sells } of loads) {
      const stop = sells ? sell(server, withTeams.id) : async () => undefined;
      console.log(`${name.padEnd(24)} ${await compare(load, floor)}`);
      await stop();
    }
  } finally {
    bare.child.kill();
    await server.stop();
  }
}

await main();
