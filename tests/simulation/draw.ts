import type { PGlite } from "@electric-sql/pglite";

import { importDraw } from "@/lib/draws/import-draw";
import { drawWith } from "@/tests/support/draw";
import { secondDraw } from "@/tests/support/several-pools";

import { dayMs } from "./clock";
import type { World } from "./world";
import { createWorld, giveAll, startCall } from "./world";

/** The only draw of a run. */
export const drawId = "simulated";

/** Admins come in by no browser. */
export const admin = { kind: "admin" } as const;

function drawOf({ scenario, clock }: World) {
  const { most, secondMost, lastsMs } = scenario;
  const second = secondDraw("second", {
    maxTickets: secondMost,
    cutOffDate: new Date(clock.now() + lastsMs / 2).toISOString(),
  });
  return {
    ...drawWith({ id: drawId }),
    startDate: new Date(clock.now() - dayMs).toISOString(),
    endDate: new Date(clock.now() + lastsMs).toISOString(),
    maxTickets: most,
    ticketPriceInfo: [
      { id: "one", tickets: 1, price: 10 },
      { id: "five", tickets: 5, price: 20 },
    ],
    secondDraws: secondMost === null ? [] : [second],
  };
}

async function importOnce(world: World): Promise<void> {
  const caller = { name: "import", process: 0, actor: admin };
  await startCall(
    world,
    caller,
    (ctx) => importDraw(ctx, drawOf(world)),
    (answer) => {
      if (!answer.ok) throw new Error(`The draw was refused: ${JSON.stringify(answer)}`);
    },
  );
  await giveAll(world);
}

const drawTables = ["draws", "draw_secrets", "pools"];

async function copyRows(client: PGlite): Promise<string[]> {
  const copies: string[] = [];
  for (const table of drawTables) {
    const { rows } = await client.query<{ copy: string }>(`select json_agg(t)::text as copy from ${table} t`);
    copies.push(rows[0]?.copy ?? "[]");
  }
  return copies;
}

/** Opens the draw of a scenario: imported once, and copied for later runs of the same draw. */
export async function openDraw(world: World): Promise<void> {
  const { client, draws } = world.ground;
  const { most, secondMost, lastsMs } = world.scenario;
  const name = `${most} ${secondMost} ${lastsMs}`;
  const copies = draws.get(name);
  if (!copies) {
    // In a world of its own: the first run of a draw is the same as the later ones.
    await importOnce(createWorld(world.ground, world.scenario));
    draws.set(name, await copyRows(client));
    return;
  }
  for (const [at, table] of drawTables.entries()) {
    await client.query(`insert into ${table} select * from json_populate_recordset(null::${table}, $1)`, [copies[at]]);
  }
}

const tables = [
  "audit_entries",
  "outbox",
  "refunds",
  "payment_attempts",
  "number_ranges",
  "order_lines",
  "orders",
  "pools",
  "draw_secrets",
  "draws",
];

/** Empties the database for the next run. */
export async function clear({ ground }: World): Promise<void> {
  await ground.client.exec(tables.map((table) => `delete from ${table}`).join(";"));
}
