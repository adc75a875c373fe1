import { randomUUID } from "node:crypto";

import type { Figure, Reading, Readings, Tempo } from "@/bench/figure";
import { takeTurns } from "@/bench/figure";
import type { Failures } from "@/bench/load";
import { after } from "@/bench/load";
import { openContext } from "@/bench/open-context";
import type { Postgres } from "@/bench/postgres";
import { startReading } from "@/bench/read-draw";
import { importOpenDraw, openScale, otherId, seededOrders, seedScale, soldId } from "@/bench/scale-stage";
import type { Context } from "@/lib/context";
import { placeOrder } from "@/lib/orders/reserve/place-order";
import type { OrderView } from "@/lib/orders/rules";
import { payOrder } from "@/lib/payments/pay/pay-order";
import { freshIpAddress } from "@/tests/support/calls/buyer";
import { createBasket, createPayment } from "@/tests/support/core/orders";
import { asCaller } from "@/tests/support/core/test-context";
import { createDatabase, dropDatabase } from "@/tests/support/databases/postgres-database";

type Sale = { ctx: Context; drawId: string };

/** A draw that has sold millions, a new one in the same database, and an unsold one in another database. */
export type Scale = { full: Sale; beside: Sale; empty: Sale; url: string; stop: () => Promise<void> };

/** Concurrent buyers. Few, so that the processors aren't saturated: times are measured, not rates. */
const buyers = 4;

const quietSeconds = 20;

/** Uses the database of `BENCH_DATABASE_URL`, or one that is dropped afterwards. */
export async function startScale({ url: server }: Postgres): Promise<Scale> {
  if (!server) throw new Error("The figures of large draws need a PostgreSQL.");
  const existingUrl = process.env.BENCH_DATABASE_URL;
  const url = existingUrl || (await createDatabase(server, "server"));
  const emptyUrl = await createDatabase(server, "server");
  const [full, empty] = [await openScale(url), await openContext(emptyUrl)];
  const stop = async () => {
    await Promise.all([full.close(), empty.close()]);
    await dropDatabase(server, emptyUrl);
    if (!existingUrl) await dropDatabase(server, url);
  };
  await seedScale(url, full.ctx);
  await importOpenDraw(empty.ctx, otherId);
  const beside = { ctx: full.ctx, drawId: otherId };
  return { full: { ctx: full.ctx, drawId: soldId }, beside, empty: { ctx: empty.ctx, drawId: otherId }, url, stop };
}

async function reserve({ ctx, drawId }: Sale): Promise<OrderView> {
  const placed = await placeOrder(asCaller(ctx, freshIpAddress()), createBasket(drawId), randomUUID());
  if (!placed.ok) throw new Error(placed.reason);
  return placed.order;
}

async function pay({ ctx }: Sale, order: OrderView): Promise<void> {
  const paid = await payOrder(asCaller(ctx, freshIpAddress()), createPayment(order, randomUUID()));
  if (!paid.ok || paid.outcome !== "paid") throw new Error(paid.ok ? paid.outcome : paid.reason);
}

async function measureTimes(isOver: () => boolean, call: () => Promise<number>) {
  const times: number[] = [];
  const failures: Failures = {};
  const buyOn = async () => {
    while (!isOver()) {
      await call().then(
        (tookMs) => times.push(tookMs),
        (error) => {
          failures[String(error)] = (failures[String(error)] ?? 0) + 1;
        },
      );
    }
  };
  await Promise.all(Array.from({ length: buyers }, buyOn));
  return { times, failures };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}

type Timed = (sale: Sale) => Promise<number>;

/** In ms. No job runs, so only PostgreSQL itself updates statistics. */
async function measureP95(sale: Sale, seconds: number, call: Timed): Promise<Reading> {
  const { times, failures } = await measureTimes(after(seconds), () => call(sale));
  const sorted = times.sort((left, right) => left - right);
  return { value: sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN, failures };
}

function p95Figure(name: string, side: "full" | "beside", call: Timed): Figure<Scale> {
  const measure = (scale: Scale, tempo: Tempo) =>
    takeTurns(
      tempo,
      (seconds) => measureP95(scale[side], seconds, call),
      (seconds) => measureP95(scale.empty, seconds, call),
    );
  return { name, unit: "ms", bar: { most: 1.15 }, measure };
}

async function rateUntil(sale: Sale, isOver: () => boolean): Promise<Reading> {
  const startedMs = performance.now();
  const { times, failures } = await measureTimes(isOver, () => timed(() => reserve(sale)));
  return { value: (times.length * 1000) / (performance.now() - startedMs), failures };
}

async function measureReport({ full, url }: Scale): Promise<Readings> {
  const readings: Readings = { ours: [], floor: [] };
  for (let round = 0; round < 2; round += 1) {
    readings.floor.push(await rateUntil(full, after(quietSeconds)));
    let isRead = false;
    const reading = startReading("report", url).finally(() => {
      isRead = true;
    });
    readings.ours.push(await rateUntil(full, () => isRead));
    const { seconds, peakMb, rows, isClean } = await reading;
    readings.note = `${rows} ranges in ${seconds} s, ${peakMb} MB at its peak, ${isClean ? "adds up" : "DOES NOT ADD UP"}`;
  }
  return readings;
}

const size = `${(seededOrders * 5).toLocaleString("en")} tickets`;

const timeReservation: Timed = (sale) => timed(() => reserve(sale));

const timePayment: Timed = async (sale) => {
  const order = await reserve(sale);
  return timed(() => pay(sale, order));
};

export const scaleFigures: Figure<Scale>[] = [
  p95Figure(`reservation p95, ${size} / none`, "full", timeReservation),
  p95Figure(`payment p95, ${size} / none`, "full", timePayment),
  p95Figure(`reservation p95, beside a draw of ${size} / alone`, "beside", timeReservation),
  p95Figure(`payment p95, beside a draw of ${size} / alone`, "beside", timePayment),
  { name: "reservations beside a report / without", unit: "/s", bar: { least: 0.85 }, measure: measureReport },
];
