import "server-only";
import type { Context } from "@/lib/context";
import { idSchema } from "@/lib/draws/schema.fields";
import { readParentId } from "@/lib/draws/store";
import { withRetry } from "@/lib/platform/db/errors";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import type { OrderKey } from "./schema";
import { orderIdSchema } from "./schema";

export type OperatorRefusal = Refusal<"order-not-found" | "device-incomplete">;

/** A device acts only on orders in its parent's draws, and only if it has a name, an operator and a printer. */
export async function checkOperator(ctx: Context, { instanceId, orderId }: OrderKey): Promise<OperatorRefusal | null> {
  if (ctx.actor.kind !== "device") return null;
  const isOrderId = orderIdSchema.safeParse(orderId).success;
  const isOwn = isOrderId && (await withRetry(ctx, () => isWithinDeviceParent(ctx, instanceId)));
  if (!isOwn) return refuse("order-not-found");
  return ctx.actor.maySell ? null : refuse("device-incomplete");
}

/** Callers refuse a draw of another parent as if it didn't exist. */
export async function isWithinDeviceParent(
  { db, actor }: Pick<Context, "db" | "actor">,
  drawId: string,
): Promise<boolean> {
  if (actor.kind !== "device") return true;
  return idSchema.safeParse(drawId).success && (await readParentId(db, drawId)) === actor.parentId;
}
