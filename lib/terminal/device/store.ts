import "server-only";
import { and, asc, eq, gt, isNull, lte, or, sql } from "drizzle-orm";
import type { AuditActor, AuditDetail } from "@/lib/audit/rules";
import { getParentChain } from "@/lib/audit/rules";
import type { NewChainEntry } from "@/lib/audit/store";
import { writeChainEntry } from "@/lib/audit/store";
import type { Database } from "@/lib/platform/db/database";
import type { AccessScope } from "@/lib/rights";
import type { DeviceAction } from "./rules.registration";
import { devices } from "./tables";

export type DeviceRow = typeof devices.$inferSelect;

export async function findDeviceByCredential(db: Database, credentialHash: string): Promise<DeviceRow | null> {
  const rows = await db.select().from(devices).where(eq(devices.credentialHash, credentialHash));
  return rows[0] ?? null;
}

/** Changes nothing if another call has set `seenAt` after `before`. */
export async function saveDeviceUse(db: Database, deviceId: string, seenAt: Date, before: Date): Promise<void> {
  await db
    .update(devices)
    .set({ seenAt })
    .where(and(eq(devices.deviceId, deviceId), or(isNull(devices.seenAt), lte(devices.seenAt, before))));
}

/** A device belongs to a parent, so a right for one draw alone holds for no device. */
function accessScopeCondition(accessScope: AccessScope) {
  return accessScope === "everything"
    ? undefined
    : sql`${devices.parentId} = any(${sql.param(accessScope.parentIds)}::text[])`;
}

export async function findDevice(
  db: Database,
  deviceId: string,
  accessScope: AccessScope = "everything",
): Promise<DeviceRow | null> {
  const condition = and(eq(devices.deviceId, deviceId), accessScopeCondition(accessScope));
  const rows = await db.select().from(devices).where(condition);
  return rows[0] ?? null;
}

export function listDeviceRows(db: Database, parentId: string | null, accessScope: AccessScope): Promise<DeviceRow[]> {
  const condition = parentId === null ? undefined : eq(devices.parentId, parentId);
  return db
    .select()
    .from(devices)
    .where(and(condition, accessScopeCondition(accessScope)))
    .orderBy(asc(devices.createdAt), asc(devices.deviceId));
}

/** Returns false if the device exists already. */
export async function insertDevice(db: Database, row: typeof devices.$inferInsert): Promise<boolean> {
  const rows = await db.insert(devices).values(row).onConflictDoNothing().returning({ deviceId: devices.deviceId });
  return rows.length === 1;
}

export async function lockDevice(tx: Database, deviceId: string, accessScope: AccessScope): Promise<DeviceRow | null> {
  const condition = and(eq(devices.deviceId, deviceId), accessScopeCondition(accessScope));
  const rows = await tx.select().from(devices).where(condition).for("update");
  return rows[0] ?? null;
}

export type NewCode = { codeHash: string; codeExpiresAt: Date };

export async function replaceCode(db: Database, deviceId: string, code: NewCode): Promise<DeviceRow | null> {
  const rows = await db
    .update(devices)
    .set({ ...code, codeUsedAt: null })
    .where(and(eq(devices.deviceId, deviceId), isNull(devices.revokedAt)))
    .returning();
  return rows[0] ?? null;
}

export async function markRevoked(tx: Database, deviceId: string, at: Date): Promise<DeviceRow | null> {
  const rows = await tx.update(devices).set({ revokedAt: at }).where(eq(devices.deviceId, deviceId)).returning();
  return rows[0] ?? null;
}

export async function saveSettings(
  tx: Database,
  deviceId: string,
  settings: Pick<DeviceRow, "listsOthers">,
): Promise<DeviceRow | null> {
  const rows = await tx.update(devices).set(settings).where(eq(devices.deviceId, deviceId)).returning();
  return rows[0] ?? null;
}

export type Claim = { deviceId: string; codeHash: string; credentialHash: string; at: Date; details: DetailsRow };

/** Uses up the code and sets the credential. Null if the code is wrong, used or expired, or the device revoked. */
export async function claimDevice(db: Database, claim: Claim): Promise<DeviceRow | null> {
  const { deviceId, codeHash, credentialHash, at, details } = claim;
  const { name = null, operator = null, printer = null } = details;
  const rows = await db
    .update(devices)
    .set({ credentialHash, codeUsedAt: at, registeredAt: at, name, operator, printer })
    .where(
      and(
        eq(devices.deviceId, deviceId),
        eq(devices.codeHash, codeHash),
        isNull(devices.codeUsedAt),
        gt(devices.codeExpiresAt, at),
        isNull(devices.revokedAt),
      ),
    )
    .returning();
  return rows[0] ?? null;
}

export type DetailsRow = { name?: string | null; operator?: string | null; printer?: string | null };

/** Omitted details stay. The audit entry's actor is the operator before the change. */
export async function changeDetails(
  tx: Database,
  credentialHash: string,
  details: DetailsRow,
  at: Date,
): Promise<DeviceRow | null> {
  const before = await lockRegistered(tx, credentialHash);
  const after = before && (await saveDetails(tx, before.deviceId, details));
  const detail = before && after && changedDetails(before, after);
  if (detail)
    await writeDeviceEntry(tx, after, { action: "device-completed", at, actor: toDeviceActor(before), detail });
  return after;
}

async function lockRegistered(tx: Database, credentialHash: string): Promise<DeviceRow | null> {
  const condition = and(eq(devices.credentialHash, credentialHash), isNull(devices.revokedAt));
  const rows = await tx.select().from(devices).where(condition).for("update");
  return rows[0] ?? null;
}

async function saveDetails(
  tx: Database,
  deviceId: string,
  { name, operator, printer }: DetailsRow,
): Promise<DeviceRow | null> {
  const keep = (text: string | null | undefined, column: unknown) => sql`coalesce(${text || null}::text, ${column})`;
  const rows = await tx
    .update(devices)
    .set({
      name: keep(name, devices.name),
      operator: keep(operator, devices.operator),
      printer: keep(printer, devices.printer),
    })
    .where(eq(devices.deviceId, deviceId))
    .returning();
  return rows[0] ?? null;
}

function changedDetails(before: DeviceRow, after: DeviceRow): AuditDetail | null {
  const keys = (["name", "operator", "printer"] as const).filter((key) => before[key] !== after[key]);
  return keys.length > 0 ? Object.fromEntries(keys.map((key) => [key, after[key]])) : null;
}

/** Keeps the device's details, which the orders that it sold show. */
export async function endCredential(tx: Database, credentialHash: string): Promise<DeviceRow | null> {
  const condition = eq(devices.credentialHash, credentialHash);
  const rows = await tx.update(devices).set({ credentialHash: null }).where(condition).returning();
  return rows[0] ?? null;
}

export function writeDeviceEntry(
  tx: Database,
  { deviceId, parentId }: { deviceId: string; parentId: string },
  { detail, ...entry }: NewChainEntry<DeviceAction>,
): Promise<void> {
  return writeChainEntry(tx, getParentChain(parentId), { ...entry, detail: { device: deviceId, ...detail } });
}

export function toDeviceActor({ deviceId, operator }: { deviceId: string; operator: string | null }): AuditActor {
  return { kind: "device", deviceId, operator };
}
