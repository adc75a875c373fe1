import "server-only";

import { timingSafeEqual } from "node:crypto";
import type { AdminRefusal } from "@/lib/authorize-admin";
import type { Context } from "@/lib/context";
import { authorizeForDraw } from "@/lib/draws/authorize-for-draw";
import { hashValidationNumber, readValidationNumber } from "@/lib/orders/rules.validation";
import type { OrderKey } from "@/lib/orders/schema";
import { isOrderKey } from "@/lib/orders/schema";
import { readOrderRow } from "@/lib/orders/store";
import { withRetry } from "@/lib/platform/db/errors";
import { parseInput } from "@/lib/platform/http/read-json";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse, refuseFor } from "@/lib/platform/http/reasons";
import { receiptSchema } from "./schema";

type MatchRefusal = AdminRefusal | "invalid-input" | "order-not-found" | "order-not-paid" | "too-many-calls";

/**
 * Compares the validation number that somebody reads out from a receipt with the order's. For those who work on orders;
 * the answer never contains the right number. A number whose check character is wrong was misheard or mistyped, so it
 * is refused and not compared.
 */
export async function matchReceipt(
  ctx: Context,
  key: OrderKey,
  body: unknown,
): Promise<{ ok: true; matches: boolean } | Refusal<MatchRefusal>> {
  const refused = await authorizeForDraw(ctx, "orders", key.instanceId, "order-not-found");
  if (refused) return refused;
  const input = parseInput(receiptSchema, body);
  if (!input.ok) return input;
  if (!isOrderKey(key)) return refuse("order-not-found");
  const number = readValidationNumber(input.value.number);
  if (number === null) return refuse("invalid-input", [{ field: "number", problem: "malformed" }]);
  const { instanceId: drawId, orderId } = key;
  const order = await withRetry(ctx, () => readOrderRow(ctx.db, drawId, orderId));
  if (!order) return refuse("order-not-found");
  if (order.validationHash === null) return refuse("order-not-paid");
  const seconds = await ctx.calls("receipt-checks", createCallerKey(ctx));
  if (seconds !== null) return refuseFor("too-many-calls", seconds);
  return { ok: true, matches: isEqual(hashValidationNumber(ctx.sealer, drawId, number), order.validationHash) };
}

/** With `ADMIN_KEY` a name is only claimed, so all its calls count together. */
function createCallerKey({ actor, sealer }: Pick<Context, "actor" | "sealer">): string {
  const isProven = actor.kind === "admin" && actor.grants !== "all";
  const name = isProven ? (actor.person?.id ?? actor.name ?? "") : "";
  return Buffer.from(sealer.digest(name, "caller of receipt checks").subarray(0, 12)).toString("base64url");
}

/** Takes the same time wherever the two differ. */
function isEqual(left: string, right: string): boolean {
  return left.length === right.length && timingSafeEqual(Buffer.from(left), Buffer.from(right));
}
