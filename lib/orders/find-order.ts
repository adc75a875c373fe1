import "server-only";

import type { Context } from "@/lib/context";
import { withRetry } from "@/lib/db/errors";
import { idSchema } from "@/lib/draws/schema.fields";
import type { Refusal } from "@/lib/http/reasons";
import { refuse } from "@/lib/http/reasons";
import { hashValidationNumber, readValidationNumber } from "@/lib/receipts/rules.validation";

import { readOrder } from "./read-order";
import type { OrderView } from "./rules";
import { findOrderByValidation } from "./store";

/**
 * Finds the order of a draw whose receipt carries a validation number, however it is typed. Admins only. Refusals:
 * `admin-key-wrong`, `order-not-found`, also for a number that is not whole or does not check.
 */
export async function findOrder(
  ctx: Context,
  { instanceId, validationNumber }: { instanceId: string; validationNumber: string },
): Promise<{ ok: true; order: OrderView } | Refusal> {
  if (ctx.actor.kind !== "admin") return refuse("admin-key-wrong");
  const number = idSchema.safeParse(instanceId).success ? readValidationNumber(validationNumber) : null;
  if (!number) return refuse("order-not-found");
  const hash = hashValidationNumber(ctx.sealer, instanceId, number);
  const row = await withRetry(ctx, () => findOrderByValidation(ctx.db, instanceId, hash));
  return row ? readOrder(ctx, { instanceId, orderId: row.orderId }) : refuse("order-not-found");
}
