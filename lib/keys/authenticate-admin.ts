import "server-only";

import type { Actor } from "@/lib/actor";
import type { Context } from "@/lib/context";
import { hashAdminKey, isAdminKey, operatorOf, stateOfKey } from "./rules.admin-keys";
import { readAdminKey } from "./store";

/**
 * The admin to whom a named key belongs; null for one that is unknown, expired or revoked. It is read each time, so
 * that a key which is revoked at one process opens nothing at any other.
 */
export async function authenticateAdmin(
  ctx: Pick<Context, "db" | "now" | "sealer">,
  key: string,
): Promise<Extract<Actor, { kind: "admin" }> | null> {
  if (!isAdminKey(key)) return null;
  const record = await readAdminKey(ctx.db, hashAdminKey(ctx.sealer, key));
  if (!record || stateOfKey(record, ctx.now()) !== "active") return null;
  return { kind: "admin", name: operatorOf(record.name), rights: record.rights };
}
