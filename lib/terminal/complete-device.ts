import "server-only";

import type { Context } from "@/lib/context";
import { withRetry } from "@/lib/platform/db/errors";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";

import { authenticateDevice } from "./authenticate-device";
import { projectAllocation } from "./project-allocation";
import type { Allocation } from "./rules";
import { hashCredential } from "./rules.credential";
import type { RegisterDeviceInput } from "./schema";
import { changeDetails } from "./store.audit";

/**
 * Changes name, operator or printer of a registered device; what is left out stays. Its ids must be its own.
 * Refusals: `device-required`, `device-revoked`, `device-not-found`.
 */
export async function completeDevice(
  ctx: Context,
  { deviceId, parentId, deviceData }: RegisterDeviceInput,
  credential: string | null,
): Promise<{ ok: true; allocation: Allocation; credential: string } | Refusal> {
  const known = await authenticateDevice(ctx, credential);
  if (!known.ok || !credential) return known.ok ? refuse("device-required") : known;
  const { actor } = known;
  const isItself =
    actor.deviceId === deviceId && actor.parentId === parentId && actor.locationId === deviceData.locationId;
  if (!isItself) return refuse("device-not-found");
  const hash = hashCredential(ctx.sealer, credential);
  const saved = await withRetry(ctx, () => {
    return ctx.db.transaction((tx) => changeDetails(tx, hash, deviceData, ctx.now()));
  });
  return saved ? { ok: true, allocation: projectAllocation(saved), credential } : refuse("device-required");
}
