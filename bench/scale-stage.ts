import { Client } from "pg";

import type { Context } from "@/lib/context";
import type { PaymentGateway } from "@/lib/gateways/payment/port";
import type { Purpose } from "@/lib/platform/db/database";
import { drawAt, importTestDraw } from "@/tests/support/core/test-context";
import { createCapture } from "@/tests/support/core/test-gateway";
import type { Filling } from "@/tests/support/draws/large-draw";
import { filled, orderAt, toPayment } from "@/tests/support/draws/large-draw";

import { asAdmin, openContext, sealer } from "./open-context";
import { seedOrders } from "./seed-orders";

export const [soldId, otherId] = ["scale", "other"];

export const seededOrders = Number(process.env.BENCH_ORDERS ?? 2_000_000);

const dayMs = 24 * 60 * 60_000;

/** The gateway of this context has the seeded payments. */
export async function openScale(url: string, purpose?: Purpose): Promise<{ ctx: Context; close: () => Promise<void> }> {
  const { ctx, close } = await openContext(url, purpose);
  return { ctx: { ...ctx, gateway: withLedger(ctx.gateway, fillingAt(new Date())) }, close };
}

export async function importOpenDraw(ctx: Context, id: string): Promise<void> {
  const now = new Date();
  const startDate = new Date(now.getTime() - 5 * dayMs).toISOString();
  await importTestDraw(asAdmin(ctx), drawAt(now, { id, urlSlug: id, maxTickets: null, startDate }));
}

/** Needs a superuser. */
export async function seedScale(url: string, ctx: Context): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    if (await isSeeded(client)) return;
    for (const id of [soldId, otherId]) await importOpenDraw(ctx, id);
    await seedOrders(client, { ...fillingAt(new Date()), sealer }, (written) => {
      if (written % 200_000 === 0) console.error(`${written} of ${seededOrders} orders are seeded.`);
    });
  } finally {
    await client.end();
  }
}

function fillingAt(now: Date): Filling {
  const [from, until] = [new Date(now.getTime() - 3 * dayMs), new Date(now.getTime() - dayMs / 8)];
  return { drawId: soldId, orders: seededOrders, from, until };
}

/** Generates its rows one by one, to use no memory. */
function withLedger(gateway: PaymentGateway, filling: Filling): PaymentGateway {
  const toRow = (n: number) => {
    const { orderNumber, transactionId } = toPayment(n);
    return createCapture({ orderNumber, amountCents: filled.cents }, { transactionId: String(transactionId) });
  };
  return {
    ...gateway,
    listPayments: async (_credentials, { orderNumber, cursor }) => {
      const skip = Number(cursor ?? 0);
      const order = orderNumber === undefined ? null : orderAt(filling, orderNumber);
      const count = orderNumber === undefined ? Math.max(0, Math.min(500, filling.orders - skip)) : 0;
      const payments = order ? [toRow(order)] : Array.from({ length: count }, (_, at) => toRow(skip + at + 1));
      return { kind: "listed", payments, nextCursor: count > 0 ? String(skip + count) : null };
    },
  };
}

async function isSeeded(client: Client): Promise<boolean> {
  const found = await client.query("select from pools where draw_id = $1 and sold > 0", [soldId]);
  return found.rowCount === 1;
}
