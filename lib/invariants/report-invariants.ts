import "server-only";

import type { Context } from "@/lib/context";
import type { Refusal } from "@/lib/platform/http/reasons";
import { streamRecords } from "@/lib/platform/http/respond-lines";
import type { Progress } from "@/lib/progress";
import type { InvariantRequest } from "./check-invariants";
import { checkInvariants } from "./check-invariants";
import type { InvariantReport } from "./rules.invariants";

export type InvariantRecord = ({ kind: "progress" } & Progress) | ({ kind: "report" } & InvariantReport);

type InvariantResult = InvariantRecord | Refusal;

/** Yields progress records first, because a large draw takes minutes. The check ends when its reader disconnects. */
export async function reportInvariants(
  ctx: Context,
  request: InvariantRequest,
): Promise<{ ok: true; records: AsyncIterable<InvariantRecord> } | Refusal> {
  const records = streamRecords<InvariantResult, InvariantResult>(async (tell) => {
    const report = await checkInvariants(ctx, request, (progress) => tell({ kind: "progress", ...progress }));
    return report.ok ? { kind: "report", ...report } : report;
  });
  const { value: first } = (await records.next()) as IteratorYieldResult<InvariantResult>;
  return "kind" in first ? { ok: true, records: prepend(first, records) } : first;
}

async function* prepend(
  first: InvariantRecord,
  rest: AsyncGenerator<InvariantResult>,
): AsyncGenerator<InvariantRecord> {
  yield first;
  // A refusal comes before the first progress record, so only records follow.
  yield* rest as AsyncGenerator<InvariantRecord>;
}
