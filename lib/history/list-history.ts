import "server-only";

import { readPersonOperator } from "@/lib/audit/rules";
import { formatHead, truncateHead } from "@/lib/audit/rules.chain";
import { readChainHead } from "@/lib/audit/store.chain";
import type { AdminRefusal } from "@/lib/authorize-admin";
import { authorizeAdmin } from "@/lib/authorize-admin";
import type { Context } from "@/lib/context";
import { withRetry } from "@/lib/platform/db/errors";
import { parseInput } from "@/lib/platform/http/read-json";
import type { Refusal } from "@/lib/platform/http/reasons";

import type { HistoryActor, HistoryEntry, HistoryPage } from "./rules";
import { historySchema } from "./schema";
import type { HistoryRow } from "./store";
import { isChainInScope, listHistoryRows } from "./store";

const pageLength = 40;

/** Lists changes to draws, tablets and people in the scope of the caller's right `history`, newest first. */
export async function listHistory(
  ctx: Context,
  query: Record<string, string>,
): Promise<({ ok: true } & HistoryPage) | Refusal<AdminRefusal | "invalid-input">> {
  const access = authorizeAdmin(ctx.actor, "history");
  if (!access.ok) return access;
  const parsed = parseInput(historySchema, query);
  if (!parsed.ok) return parsed;
  const [{ accessScope }, { value: filter }] = [access, parsed];
  const rows = await withRetry(ctx, () => listHistoryRows(ctx.db, { accessScope, filter, limit: pageLength + 1 }));
  const pageRows = rows.slice(0, pageLength);
  const last = pageRows.at(-1);
  return {
    ok: true,
    entries: pageRows.map(toEntry),
    next: last && rows.length > pageLength ? `${last.at}_${last.entryId}` : null,
    head: filter.chain ? await withRetry(ctx, () => findFormattedHead(ctx, accessScope, filter.chain ?? "")) : null,
  };
}

async function findFormattedHead(
  { db }: Context,
  accessScope: Parameters<typeof isChainInScope>[1],
  chain: string,
): Promise<string | null> {
  if (!(await isChainInScope(db, accessScope, chain))) return null;
  const head = await readChainHead(db, chain);
  return head.sequence > 0 ? formatHead(truncateHead(chain, head)) : null;
}

function toEntry(row: HistoryRow): HistoryEntry {
  const { entryId: id, chain, title, action, at, detail, sequence, hasRevision } = row;
  return {
    id,
    chain,
    title,
    action,
    who: toActor(row),
    person: row.affectedPersonName,
    device: row.affectedDeviceName,
    detail,
    hasRevision,
    at: new Date(`${at}Z`).toISOString(),
    sequence: sequence === null ? null : Number(sequence),
  };
}

function toActor({ actorKind, operator, deviceId, deviceName, actorName }: HistoryRow): HistoryActor {
  if (actorKind === "device") return { key: `device:${deviceId}`, kind: "device", name: deviceName, operator };
  if (actorKind === "system" || operator === null) {
    const kind = actorKind === "admin" ? "admin" : operator === "upstream" ? "upstream" : "system";
    return { key: kind, kind, name: null, operator: null };
  }
  if (readPersonOperator(operator) !== null) return { key: operator, kind: "person", name: actorName, operator: null };
  if (operator.startsWith("key:")) return { key: operator, kind: "key", name: operator.slice(4), operator: null };
  return { key: "admin", kind: "admin", name: operator, operator: null };
}
