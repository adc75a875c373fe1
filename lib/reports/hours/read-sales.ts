import "server-only";

import type { Database } from "@/lib/platform/db/database";
import type { DrawSales } from "./rules";
import type { SalesSpan } from "./store";
import { readHalfHours, readProgress } from "./store";

/** Before the job has counted anything of a draw. */
const beginning = new Date(0);

/** The sales of the spans, one for each draw. For callers that have checked the rights for these draws. */
export async function readSales(db: Database, spans: readonly SalesSpan[]): Promise<Map<string, DrawSales>> {
  const progress = await readProgress(
    db,
    spans.map(({ drawId }) => drawId),
  );
  const behind = new Map(
    progress.flatMap(({ drawId, countedAt, isBehind }) => (isBehind ? [[drawId, countedAt ?? beginning]] : [])),
  );
  const upToDate = spans.flatMap(({ drawId }) => (behind.has(drawId) ? [] : [drawId]));
  const halfHours = await readHalfHours(db, spans, upToDate);
  return new Map(
    spans.map(({ drawId }) => [
      drawId,
      { halfHours: halfHours.get(drawId) ?? [], completeUntil: behind.get(drawId) ?? null },
    ]),
  );
}
