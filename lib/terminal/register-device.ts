import "server-only";
import type { Context } from "@/lib/context";
import { readCrockford } from "@/lib/crockford";
import type { Database } from "@/lib/platform/db/database";
import { withRetry } from "@/lib/platform/db/errors";
import { countByNetwork } from "@/lib/platform/http/limit-calls";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse, refuseFor } from "@/lib/platform/http/reasons";
import { logRarely } from "@/lib/platform/server/log";
import { authenticateDevice } from "./authenticate-device";
import { projectAllocation } from "./project-allocation";
import type { Allocation } from "./rules";
import { deviceActor } from "./rules.audit";
import { deriveCredential, hashCode, hashCredential } from "./rules.credential";
import type { RegisterDeviceInput } from "./schema";
import type { Claim, DeviceRow } from "./store";
import { claimDevice, findDevice } from "./store";
import { changeDetails, writeDeviceEntry } from "./store.audit";

/**
 * Changes name, operator or printer of a registered device; what is left out stays. Its ids must be its own.
 * Refusals: `device-required`, `device-revoked`, `device-not-found`.
 */
async function completeDevice(
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

/** The caller: its browser's credential, the key of its call (null if there is none), and its address. */
export type RegisteringBrowser = { credential: string | null; key: string | null; address: string };

/** A device that is registered now, and the credential that its browser is to keep. */
export type RegisteredDevice = { ok: true; allocation: Allocation; credential: string };

function isItself(device: DeviceRow | null, { parentId, deviceData }: RegisterDeviceInput): device is DeviceRow {
  return device?.parentId === parentId && device.locationId === deviceData.locationId;
}

/** Why a claim found nothing to change. */
function refuseClaim(device: DeviceRow | null, claim: Claim): Refusal {
  if (device?.codeHash !== claim.codeHash) return refuse("device-code-wrong");
  if (device.revokedAt) return refuse("device-revoked");
  return refuse(device.codeUsedAt ? "device-code-used" : "device-code-expired");
}

async function claim(tx: Database, claimed: Claim): Promise<DeviceRow | null> {
  const device = await claimDevice(tx, claimed);
  if (!device) return null;
  const { name, operator, printer } = device;
  const entry = { action: "device-registered", at: claimed.at, detail: { name, operator, printer } } as const;
  await writeDeviceEntry(tx, device, { ...entry, actor: deviceActor(device) });
  return device;
}

/** A claim that finds its own credential was made before: its answer was lost, and it is given again. */
function claimOnce(ctx: Context, claimed: Claim): Promise<{ ok: true; device: DeviceRow } | Refusal> {
  return withRetry(ctx, () =>
    ctx.db.transaction(async (tx) => {
      const { credentialHash, details, at, deviceId } = claimed;
      const device = (await claim(tx, claimed)) ?? (await changeDetails(tx, credentialHash, details, at));
      return device ? { ok: true, device } : refuseClaim(await findDevice(tx, deviceId), claimed);
    }),
  );
}

/** The claim of a browser with the right code: what it gets, and what is stored about it. */
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
 * Counts a caller's wrong code. A right one is never refused because of this: the ids aren't secret, and otherwise
 * anyone sharing a venue's address could keep its tablets from registering. A code is safe because of its length.
 */
async function refuseCode(ctx: Context, address: string): Promise<Refusal> {
  const seconds = await countByNetwork(ctx, "device-codes", address);
  if (!seconds) return refuse("device-code-wrong");
  logRarely("A limit refused wrong registration codes of one network");
  return refuseFor("too-many-codes", seconds);
}

async function registerByCode(
  ctx: Context,
  input: RegisterDeviceInput,
  { key, address }: RegisteringBrowser,
): Promise<RegisteredDevice | Refusal> {
  const device = await withRetry(ctx, () => findDevice(ctx.db, input.deviceId));
  if (!isItself(device, input)) return refuse("device-not-found");
  const { credential, claim } = toClaim(ctx, input, readCrockford(input.deviceData.code ?? "") ?? "", key);
  if (device.codeHash !== claim.codeHash) return refuseCode(ctx, address);
  const claimed = await claimOnce(ctx, claim);
  return claimed.ok ? { ok: true, allocation: projectAllocation(claimed.device), credential } : claimed;
}

/**
 * Registers the browser of a device by its one-time code, or completes what is said of a registered one, which sends
 * none. The same call again, with the same code and key, gives the same credential: a lost answer costs nothing
 * (decision 018). Without name, operator or printer the device may look and not sell. Refusals: `device-not-found`,
 * `device-code-wrong`, `device-code-used`, `device-code-expired`, `device-revoked`, `device-required`,
 * `too-many-codes`.
 */
export async function registerDevice(
  ctx: Context,
  input: RegisterDeviceInput,
  browser: RegisteringBrowser,
): Promise<RegisteredDevice | Refusal> {
  return input.deviceData.code ? registerByCode(ctx, input, browser) : completeDevice(ctx, input, browser.credential);
}
