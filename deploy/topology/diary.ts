export type EventKind = "acknowledged" | "failed" | "retried" | "refused" | "given-up";

export type BuyerEvent = { kind: EventKind; atMs: number };

export type Span = { fromMs: number; toMs: number };

/** `gapMs` is the longest time without an acknowledged purchase. */
export type Experience = { gapMs: number; acknowledged: number; failed: number; retried: number; refused: number };

/** The beginning and the end of the span count as events. */
export function longestGap(timesMs: readonly number[], { fromMs, toMs }: Span): number {
  const inside = timesMs.filter((time) => time >= fromMs && time <= toMs).sort((left, right) => left - right);
  const marks = [fromMs, ...inside, toMs];
  return Math.max(0, ...marks.slice(1).map((mark, at) => mark - (marks[at] ?? mark)));
}

export function measureExperience(events: readonly BuyerEvent[], span: Span): Experience {
  const inside = events.filter(({ atMs }) => atMs >= span.fromMs && atMs <= span.toMs);
  const getTimes = (kind: EventKind) => inside.filter((event) => event.kind === kind).map(({ atMs }) => atMs);
  const acknowledged = getTimes("acknowledged");
  return {
    gapMs: longestGap(acknowledged, span),
    acknowledged: acknowledged.length,
    failed: getTimes("failed").length,
    retried: getTimes("retried").length,
    refused: getTimes("refused").length + getTimes("given-up").length,
  };
}
