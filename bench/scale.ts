import { setTimeout as wait } from "node:timers/promises";

import type { Context } from "@/lib/context";
import { placeOrder } from "@/lib/orders/reserve/place-order";
import { createBasket } from "@/tests/support/core/orders";

import type { ReadingResult } from "./read-draw";
import { startReading } from "./read-draw";
import { openScale, otherId, seedScale, soldId } from "./scale-stage";

const baselineMs = Number(process.env.BENCH_QUIET_MS ?? 20_000);

function startBuyers(ctx: Context): { rates: () => Record<string, number>; stop: () => Promise<void> } {
  const counts = new Map<string, number>();
  let [isSelling, sinceMs, key] = [true, performance.now(), 0];
  const buy = async (instanceId: string) => {
    while (isSelling) {
      key += 1;
      const placed = await placeOrder(ctx, createBasket(instanceId), `bench-${process.pid}-${Date.now()}-${key}`);
      if (!placed.ok) throw new Error(placed.reason);
      counts.set(instanceId, (counts.get(instanceId) ?? 0) + 1);
    }
  };
  const buyers = Promise.all([soldId, soldId, otherId, otherId].map(buy));
  return {
    rates: () => {
      const seconds = (performance.now() - sinceMs) / 1000;
      sinceMs = performance.now();
      const rates = Object.fromEntries([...counts].map(([id, count]) => [id, count / seconds]));
      counts.clear();
      return rates;
    },
    stop: async () => {
      isSelling = false;
      await buyers;
    },
  };
}

async function main(): Promise<void> {
  const url = process.env.BENCH_DATABASE_URL;
  if (!url || !process.env.TEST_DATABASE_URL) {
    throw new Error(
      "Set TEST_DATABASE_URL to a PostgreSQL that may be burdened, and BENCH_DATABASE_URL to a database of it.",
    );
  }
  const { ctx, close } = await openScale(url);
  await seedScale(url, ctx);
  const buyers = startBuyers(ctx);
  await wait(5000);
  buyers.rates();
  const rows: Record<string, Record<string, string | number | boolean>> = {};
  const note = (phase: string, result?: ReadingResult) => {
    const rates = buyers.rates();
    const whole = (id: string) => Math.round(rates[id] ?? 0);
    rows[phase] = { "same draw /s": whole(soldId), "other draw /s": whole(otherId), ...result };
  };
  await wait(baselineMs);
  note("before");
  for (const reading of ["report", "invariants"] as const) {
    const result = await startReading(reading, url);
    note(reading, result);
    await wait(baselineMs);
    note(`after the ${reading}`);
  }
  await buyers.stop();
  console.table(rows);
  await close();
}

await main();
