import { readFileSync } from "node:fs";
import { resolve } from "node:path";

import { createOrder } from "@/bench/calls";
import type { Figure, Reading, Readings } from "@/bench/figure";
import { runLoad } from "@/bench/load";
import type { Postgres } from "@/bench/postgres";
import { importDraw } from "@/tests/support/calls/buyer";
import { drawWith } from "@/tests/support/draws/draw";
import { freePort } from "@/tests/support/servers/free-port";
import type { Server } from "@/tests/support/servers/server";
import { startServer } from "@/tests/support/servers/server";

const drawId = "bench-memory";
const [few, many] = [10_000, 100_000];

/** In MB, after garbage collection. */
async function readHeap(probePort: number): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${probePort}`);
  const { heapBytes } = (await answer.json()) as { heapBytes: number };
  return heapBytes / 1_000_000;
}

/** In MB; only on Linux. */
function readResident({ pid }: Server): string {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return `${Math.round(Number(kilobytes) / 1000)} MB resident`;
}

async function measureAt(server: Server, probePort: number): Promise<Readings> {
  let placed = 0;
  const notes: string[] = [];
  const readAt = async (orders: number): Promise<Reading> => {
    const { failures } = await runLoad(
      server.url,
      () => placed >= orders,
      async (ask) => {
        placed += 1;
        await ask(createOrder(drawId));
      },
    );
    const value = await readHeap(probePort);
    notes.push(`${readResident(server)} after ${placed}`);
    return { value, failures };
  };
  const floor = [await readAt(few)];
  const ours = [await readAt(many)];
  return { ours, floor, note: notes.join(", ") };
}

async function measure(_postgres: Postgres): Promise<Readings> {
  const probePort = await freePort();
  const probe = `--import ${resolve("tests/support/preload/memory-probe.mjs")}`;
  const env = { NODE_OPTIONS: probe, MEMORY_PROBE_PORT: String(probePort) };
  const server = await startServer({ env, logFile: ".cache/bench-server.log" });
  try {
    await importDraw(server, drawWith({ id: drawId, maxTickets: 50_000_000 }));
    return await measureAt(server, probePort);
  } finally {
    await server.stop();
  }
}

export const memoryFigure: Figure<Postgres> = {
  name: `heap after ${many} orders / after ${few}`,
  unit: "MB",
  bar: { most: 1.15 },
  measure,
};
