import "server-only";

import type { Context } from "@/lib/context";
import { readCrockford } from "@/lib/crockford";
import type { Database } from "@/lib/platform/db/database";
import { withRetry } from "@/lib/platform/db/errors";
import { countByNetwork } from "@/lib/platform/http/limit-calls";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse, refuseFor } from "@/lib/platform/http/reasons";
import { logRarely } from "@/lib/platform/server/log";
import { authenticateDevice, deriveCredential, hashCode, hashCredential } from "./authenticate-device";
import { projectAllocation } from "./read-allocation";
import type { Allocation } from "./rules";
import type { RegisterDeviceInput } from "./schema";
import type { Claim, DeviceRow } from "./store";
import { changeDetails, claimDevice, findDevice, toDeviceActor, writeDeviceEntry } from "./store";

/** `key` is the call's `Idempotency-Key`. */
export type RegisteringBrowser = { credential: string | null; key: string | null; ipAddress: string };

type Registration = { ok: true; allocation: Allocation; credential: string };

type ClaimRefusal = Refusal<"device-code-wrong" | "device-code-used" | "device-code-expired" | "device-revoked">;
type CompletionRefusal = Refusal<"device-required" | "device-revoked" | "device-not-found">;

/**
 * Without a code, changes a registered device's details. The same code and key get the same credential, so a lost
 * answer can be repeated (decision 018).
 */
export async function registerDevice(
  ctx: Context,
  input: RegisterDeviceInput,
  browser: RegisteringBrowser,
): Promise<Registration | ClaimRefusal | CompletionRefusal | Refusal<"too-many-codes">> {
  return input.deviceData.code ? registerByCode(ctx, input, browser) : completeDevice(ctx, input, browser.credential);
}

async function registerByCode(
  ctx: Context,
  input: RegisterDeviceInput,
  { key, ipAddress }: RegisteringBrowser,
): Promise<Registration | ClaimRefusal | Refusal<"device-not-found" | "too-many-codes">> {
  const { deviceId, parentId, deviceData } = input;
  const row = await withRetry(ctx, () => findDevice(ctx.db, deviceId));
  if (row?.parentId !== parentId || row.locationId !== deviceData.locationId) return refuse("device-not-found");
  const { credential, claim } = toClaim(ctx, input, readCrockford(deviceData.code ?? "") ?? "", key);
  if (row.codeHash !== claim.codeHash) return refuseCode(ctx, ipAddress);
  const outcome = await claimOnce(ctx, claim);
  return outcome.ok ? { ok: true, allocation: projectAllocation(outcome.device), credential } : outcome;
}

function toClaim(ctx: Context, { deviceId, deviceData }: RegisterDeviceInput, code: string, browserKey: string | null) {
  const key = browserKey ?? Buffer.from(ctx.random(32)).toString("base64url");
  const credential = deriveCredential(ctx.sealer, { deviceId, code, key });
  const { name = null, operator = null, printer = null } = deviceData;
  const claim: Claim = {
    deviceId,
    codeHash: hashCode(ctx.sealer, code),
    credentialHash: hashCredential(ctx.sealer, credential),
    at: ctx.now(),
    details: { name: name || null, operator: operator || null, printer: printer || null },
  };
  return { credential, claim };
}

/**
 * A right code is accepted even after wrong ones; otherwise an attacker on a venue's network could block the
 * registration of its tablets. The code's length protects it.
 */
async function refuseCode(ctx: Context, ipAddress: string): Promise<Refusal<"device-code-wrong" | "too-many-codes">> {
  const seconds = await countByNetwork(ctx, "device-codes", ipAddress);
  if (!seconds) return refuse("device-code-wrong");
  logRarely("A limit refused wrong registration codes of one network");
  return refuseFor("too-many-codes", seconds);
}

/** A repeated claim finds its credential already stored and gets the same answer. */
function claimOnce(ctx: Context, claim: Claim): Promise<{ ok: true; device: DeviceRow } | ClaimRefusal> {
  return withRetry(ctx, () =>
    ctx.db.transaction(async (tx) => {
      const { credentialHash, details, at, deviceId } = claim;
      const device = (await makeClaim(tx, claim)) ?? (await changeDetails(tx, credentialHash, details, at));
      return device ? { ok: true as const, device } : refuseClaim(await findDevice(tx, deviceId), claim);
    }),
  );
}

async function makeClaim(tx: Database, claim: Claim): Promise<DeviceRow | null> {
  const device = await claimDevice(tx, claim);
  if (!device) return null;
  const { name, operator, printer } = device;
  const entry = { action: "device-registered", at: claim.at, detail: { name, operator, printer } } as const;
  await writeDeviceEntry(tx, device, { ...entry, actor: toDeviceActor(device) });
  return device;
}

function refuseClaim(device: DeviceRow | null, claim: Claim): ClaimRefusal {
  if (device?.codeHash !== claim.codeHash) return refuse("device-code-wrong");
  if (device.revokedAt) return refuse("device-revoked");
  return refuse(device.codeUsedAt ? "device-code-used" : "device-code-expired");
}

async function completeDevice(
  ctx: Context,
  { deviceId, parentId, deviceData }: RegisterDeviceInput,
  credential: string | null,
): Promise<Registration | CompletionRefusal> {
  const caller = await authenticateDevice(ctx, credential);
  if (!caller.ok || !credential) return caller.ok ? refuse("device-required") : caller;
  const { actor } = caller;
  const isItself =
    actor.deviceId === deviceId && actor.parentId === parentId && actor.locationId === deviceData.locationId;
  if (!isItself) return refuse("device-not-found");
  const hash = hashCredential(ctx.sealer, credential);
  const row = await withRetry(ctx, () => {
    return ctx.db.transaction((tx) => changeDetails(tx, hash, deviceData, ctx.now()));
  });
  return row ? { ok: true, allocation: projectAllocation(row), credential } : refuse("device-required");
}
