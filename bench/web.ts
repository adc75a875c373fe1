import { spawn } from "node:child_process";
import { buildFloors, floorsProject } from "@/bench/build-floors";
import { demoDraw } from "@/scripts/demo/draws";
import { waitFor } from "@/scripts/process/wait-for.mjs";
import { importDraw } from "@/tests/support/calls/buyer";
import { runStatements } from "@/tests/support/databases/postgres-database";
import type { DrawInput } from "@/tests/support/draws/draw";
import { drawWith } from "@/tests/support/draws/draw";
import { countersStatement, fillings } from "@/tests/support/draws/large-draw";
import { freePort } from "@/tests/support/servers/free-port";
import type { Server } from "@/tests/support/servers/server";
import { startServer } from "@/tests/support/servers/server";

import { startSandboxProcess } from "./sandbox-process";

export const draws = {
  teams: "bench-teams",
  plain: "bench-plain",
  orders: "bench-orders",
  sales: "bench-sales",
} as const;

/** More than any run sells. Without a limit, reservations would skip the check against it. */
const maxTickets = 50_000_000;

const soldOrders = 20_000;

export type Web = { floor: string; product: Server; stop: () => Promise<void> };

/** The server logs to `.cache/bench-server.log`. */
export async function startWeb(): Promise<Web> {
  const running: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const end of running.toReversed()) await end();
  };
  try {
    const floors = await startFloors();
    running.push(floors.stop);
    const sandbox = await startSandboxProcess();
    running.push(sandbox.close);
    const product = await startServer({ sandbox, logFile: ".cache/bench-server.log" });
    running.push(product.stop);
    const now = new Date();
    for (const draw of drawsAt(now)) await importDraw(product, draw as DrawInput);
    await fill(product, now);
    return { floor: floors.url, product, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startFloors(): Promise<{ url: string; stop: () => Promise<void> }> {
  buildFloors();
  const port = await freePort();
  const args = ["start", floorsProject, "--port", String(port), "--hostname", "127.0.0.1"];
  const child = spawn(process.execPath, ["node_modules/next/dist/bin/next", ...args], {
    env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
    stdio: "ignore",
  });
  const ended = new Promise<void>((end) => child.once("close", () => end()));
  const stop = async () => {
    child.kill("SIGTERM");
    await ended;
  };
  const url = `http://127.0.0.1:${port}`;
  if (await waitFor(`${url}/api/bare`, { withinMs: 60_000, isGone: () => child.exitCode !== null }))
    return { url, stop };
  await stop();
  throw new Error("The floors do not answer.");
}

function drawsAt(now: Date): unknown[] {
  const bare = drawWith();
  const packages = [
    { id: "one", tickets: 1, price: 5 },
    { id: "five", tickets: 5, price: 20, highlighted: true },
  ];
  const shown = {
    ...bare,
    ...demoDraw("demo5050", now),
    id: draws.teams,
    urlSlug: draws.teams,
    ticketPriceInfo: packages,
  };
  return [
    shown,
    { ...shown, id: draws.plain, urlSlug: draws.plain, teams: [] },
    drawWith({ id: draws.orders, maxTickets }),
    drawWith({ id: draws.sales, maxTickets }),
  ];
}

/** Both draws whose live state is read have the same sales, one of them by teams. */
async function fill({ databaseUrl }: Server, now: Date): Promise<void> {
  if (!databaseUrl) return;
  const hourMs = 60 * 60_000;
  const [from, until] = [new Date(now.getTime() - 2 * hourMs), new Date(now.getTime() - hourMs)];
  const statements = [draws.teams, draws.plain].flatMap((drawId) => {
    const filling = { drawId, orders: soldOrders, from, until };
    return [...fillings(filling).map((statement) => statement(1, soldOrders)), countersStatement(filling)];
  });
  const teams = `update orders set team_id = (array['foxes','loons','otters','owls'])[1 + ascii(order_code) % 4]
    where draw_id = '${draws.teams}'`;
  await runStatements(databaseUrl, [...statements, teams, "analyze"]);
}
