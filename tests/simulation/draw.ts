import type { PGlite } from "@electric-sql/pglite";

import { importDraw } from "@/lib/draws/import/import-draw";
import { secondDraw } from "@/tests/support/core/several-pools";
import { drawWith } from "@/tests/support/draws/draw";

import { dayMs } from "./clock";
import { registerDevices } from "./register";
import type { OpenedDraw, World } from "./world";
import { createWorld, runAllTurns, startCall } from "./world";

export const drawId = "simulated";

export const team = { id: "foxes", name: "Foxes" } as const;

export const admin = { kind: "admin", grants: "all" } as const;

/** Created once and copied for later runs of the same draw. */
export async function openDraw(world: World): Promise<OpenedDraw> {
  const { client, draws } = world.setup;
  const { maxTickets, secondMaxTickets, lastsMs, terminal } = world.scenario;
  const name = JSON.stringify([maxTickets, secondMaxTickets, lastsMs, terminal]);
  const existing = draws.get(name);
  if (!existing) {
    const opened = await openAnew(world);
    draws.set(name, opened);
    return opened;
  }
  for (const [at, table] of drawTables.entries()) {
    const insert = `insert into ${table} select * from json_populate_recordset(null::${table}, $1)`;
    await client.query(insert, [existing.rows[at]]);
  }
  return existing;
}

export async function clear({ setup }: World): Promise<void> {
  await setup.client.exec(tables.map((table) => `delete from ${table}`).join(";"));
}

function createDraw({ scenario, clock }: World) {
  const { maxTickets, secondMaxTickets, lastsMs, terminal } = scenario;
  const second = secondDraw("second", {
    maxTickets: secondMaxTickets,
    cutOffDate: new Date(clock.now() + lastsMs / 2).toISOString(),
  });
  return {
    ...drawWith({ id: drawId }),
    startDate: new Date(clock.now() - dayMs).toISOString(),
    endDate: new Date(clock.now() + lastsMs).toISOString(),
    maxTickets,
    teams: [{ id: "rink", title: "Rink", teams: [team] }],
    ticketPriceInfo: [
      { id: "one", tickets: 1, price: 10 },
      { id: "five", tickets: 5, price: 20 },
    ],
    secondDraws: secondMaxTickets === null ? [] : [second],
    terminal,
  };
}

async function importOnce(world: World): Promise<void> {
  const caller = { name: "import", process: 0, actor: admin };
  await startCall(
    world,
    caller,
    (ctx) => importDraw(ctx, createDraw(world)),
    (answer) => {
      if (!answer.ok) throw new Error(`The draw was refused: ${JSON.stringify(answer)}`);
    },
  );
  await runAllTurns(world);
}

const drawTables = ["draws", "draw_revisions", "draw_secrets", "pools", "devices", "audit_entries"];

async function copyRows(client: PGlite): Promise<string[]> {
  const copies: string[] = [];
  for (const table of drawTables) {
    const { rows } = await client.query<{ copy: string }>(`select json_agg(t)::text as copy from ${table} t`);
    copies.push(rows[0]?.copy ?? "[]");
  }
  return copies;
}

/** Uses a separate world, so that a draw's first run equals later ones. */
async function openAnew({ setup, scenario }: World): Promise<OpenedDraw> {
  const world = createWorld(setup, { ...scenario, seed: 0 });
  await importOnce(world);
  const devices = await registerDevices(world);
  return { rows: await copyRows(setup.client), devices };
}

const tables = [
  "payment_tries",
  "audit_entries",
  "outbox",
  "refunds",
  "payment_attempts",
  "ticket_shares",
  "call_counts",
  "number_ranges",
  "order_lines",
  "orders",
  "pool_teams",
  "pools",
  "draw_secrets",
  "draw_revisions",
  "draws",
  "devices",
];
