import { createHash } from "node:crypto";

import type { PGlite } from "@electric-sql/pglite";

import { createSealer } from "@/lib/platform/server/seal";
import { injectedClockOnly } from "@/tests/support/databases/database-clock";
import { openMemory } from "@/tests/support/databases/memory-template";
import { createDatabase, dropDatabase } from "@/tests/support/databases/postgres-database";

import { prepareFacts } from "./facts";
import { openPostgresClient } from "./postgres-client";
import type { Sabotage, SimulationSetup } from "./world";

export type OpenSetup = SimulationSetup & { close: () => Promise<void> };

type OpenClient = { client: PGlite; close: () => Promise<void> };

/** For a negative control. Only violations that match `symptom` count. */
export type Changes = { statements?: readonly string[]; sabotage?: Sabotage; symptom?: RegExp };

/** An empty, migrated database for many runs: PostgreSQL if `TEST_DATABASE_URL` is set, otherwise in memory. */
export async function openSetup(changes: Changes = {}): Promise<OpenSetup> {
  const { statements = [], sabotage = (ctx) => ctx, symptom = /(?:)/ } = changes;
  const server = process.env.TEST_DATABASE_URL;
  const { client, close } = server ? await openOn(server) : await openEmbedded();
  for (const statement of [injectedClockOnly, ...statements]) await client.exec(statement);
  await prepareFacts(client);
  const sealer = createSealer(createHash("sha256").update("simulation").digest());
  return { client, sealer, sabotage, symptom, draws: new Map(), close };
}

async function openEmbedded(): Promise<OpenClient> {
  const { pools, close } = await openMemory();
  return { client: (pools.sales as unknown as { $client: PGlite }).$client, close };
}

async function openOn(server: string): Promise<OpenClient> {
  const url = await createDatabase(server, "unit");
  const { client, close } = await openPostgresClient(url);
  return {
    client,
    close: async () => {
      await close();
      await dropDatabase(server, url);
    },
  };
}
