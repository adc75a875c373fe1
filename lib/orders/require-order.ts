import "server-only";

import type { Context } from "@/lib/context";
import { readOrder } from "./read-order";
import type { OrderView } from "./rules";
import type { OrderKey } from "./schema";

/** Reads an order that is known to exist; throws when it does not. */
export async function requireOrder(ctx: Context, key: OrderKey): Promise<OrderView> {
  const read = await readOrder(ctx, key);
  if (!read.ok) throw new Error("An order that was just written cannot be read.");
  return read.order;
}
