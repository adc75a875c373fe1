import "server-only";

import type { Actor } from "@/lib/actor";
import type { Context } from "@/lib/context";
import { getKeyGrants } from "@/lib/rights";
import { getKeyState, hashAdminKey, isAdminKey, toOperator } from "./rules";
import { readAdminKey } from "./store";

/** Reads the key from the database each time, so that a revocation takes effect in every process at once. */
export async function authenticateAdmin(
  ctx: Pick<Context, "db" | "now" | "sealer">,
  key: string,
): Promise<Extract<Actor, { kind: "admin" }> | null> {
  if (!isAdminKey(key)) return null;
  const record = await readAdminKey(ctx.db, hashAdminKey(ctx.sealer, key));
  if (!record || getKeyState(record, ctx.now()) !== "active") return null;
  return { kind: "admin", name: toOperator(record.name), grants: getKeyGrants(record.rights) };
}
