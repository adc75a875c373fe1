import "server-only";

import type { Context } from "@/lib/context";
import type { Database } from "@/lib/db/database";
import { withRetry } from "@/lib/db/errors";
import { readDrawRecord } from "@/lib/draws/store";
import type { Refusal } from "@/lib/http/reasons";
import { refuse } from "@/lib/http/reasons";
import { toDollars } from "@/lib/money";
import { checkParent } from "@/lib/orders/check-parent";
import { projectOrder } from "@/lib/orders/project-order";
import type { OrderKey } from "@/lib/orders/read-order";
import type { AttemptState } from "@/lib/orders/rules.captures";
import { paymentStateOf } from "@/lib/orders/rules.captures";
import { paymentMethodOf } from "@/lib/orders/rules.report";
import { orderIdSchema } from "@/lib/orders/schema";
import { readOrderRecord } from "@/lib/orders/store";
import type { AttemptRow } from "@/lib/orders/store.attempts";
import { listAttempts } from "@/lib/orders/store.attempts";
import { countEntries } from "@/lib/orders/store.operator";

import type { DeviceActor } from "./authenticate-device";
import { actionsOf, nextStepOf } from "./rules.next-step";
import type { AttemptView, SellerView, TerminalOrder } from "./rules.orders";
import { findDevice } from "./store.sellers";

type Viewer = Context & { actor: DeviceActor };

async function viewSeller(
  { db, actor }: Viewer,
  { deviceId, operator }: { deviceId: string | null; operator: string | null },
): Promise<SellerView> {
  if (deviceId === null) return { channel: "web", device: null, operator: null, isOwn: false };
  const device = await findDevice(db, deviceId);
  return {
    channel: "device",
    device: device?.name ?? device?.label ?? null,
    operator,
    isOwn: deviceId === actor.deviceId,
  };
}

function viewAttempt(attempt: AttemptRow): AttemptView {
  return {
    sentAt: attempt.sentAt.toISOString(),
    method: paymentMethodOf(attempt.method),
    state: paymentStateOf(attempt.state as AttemptState),
    amount: toDollars(attempt.amountCents),
    askAt: attempt.askAt?.toISOString() ?? null,
  };
}

async function readAll(db: Database, { instanceId: drawId, orderId }: OrderKey) {
  const record = await readOrderRecord(db, drawId, orderId);
  const drawRecord = await readDrawRecord(db, drawId);
  if (!record || !drawRecord) return null;
  const attempts = await listAttempts(db, drawId, orderId);
  const reprints = await countEntries(db, { drawId, orderId }, "receipt-reprinted");
  return { record, draw: drawRecord.draw, attempts, reprints };
}

async function viewOnce(ctx: Viewer, key: OrderKey): Promise<{ ok: true; order: TerminalOrder } | Refusal> {
  const found = (await checkParent(ctx, key.instanceId)) ? await readAll(ctx.db, key) : null;
  if (!found) return refuse("order-not-found");
  const { record, draw, attempts, reprints } = found;
  const order = projectOrder(record, ctx);
  const facts = { status: order.status, hasBuyer: order.buyer !== null, maySell: ctx.actor.maySell };
  return {
    ok: true,
    order: {
      ...order,
      seller: await viewSeller(ctx, record.order),
      attempts: attempts.map(viewAttempt),
      history: [],
      reprints,
      nextStep: nextStepOf(order.status),
      actions: actionsOf({ ...facts, allowsRefund: draw.terminal.allowRefund }),
    },
  };
}

/**
 * Reads an order with all that an operator is shown of it; devices only, orders of their parent's draws. Refusals:
 * `device-required`, `order-not-found`.
 */
export async function viewOrder(ctx: Context, key: OrderKey): Promise<{ ok: true; order: TerminalOrder } | Refusal> {
  const { actor } = ctx;
  if (actor.kind !== "device") return refuse("device-required");
  if (!orderIdSchema.safeParse(key.orderId).success) return refuse("order-not-found");
  return withRetry(ctx, () => viewOnce({ ...ctx, actor }, key));
}
