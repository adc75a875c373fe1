import type { FieldProblem, FieldProblemKey } from "@/lib/platform/http/reasons";

export type AdminAnswer<Body> = {
  status: number;
  body: Body & { reason?: string; statusMessage?: string; fields?: FieldProblem[] };
};

const problems: Record<FieldProblemKey, string> = {
  required: "is missing",
  unknown: "isn't a field of a draw",
  "wrong-type": "has the wrong type",
  malformed: "is malformed",
  "too-small": "is too small or too short",
  "too-large": "is too large or too long",
  duplicate: "is listed twice",
  "not-in-draw": "refers to something this draw doesn't have",
  "must-accept": "must be accepted",
  "out-of-order": "is out of order",
  reserved: "is a reserved name",
  locked: "can't change: tickets have been sold",
  "given-back": "was refunded, or is being refunded, so it can't win",
  "sale-lost": "belongs to a sale that was lost with a database, so it can't win",
  "not-sold": "wasn't sold in this pool; for a paper ticket sold elsewhere, set soldOnPaper to true",
  "sold-here": "was sold here, so it isn't a paper ticket",
  "sold-later": "was sold after this drawing",
  "not-yet-drawn": "is in the future",
  "sales-open": "is before sales closed: close them first, or check the time",
  contradictory: "contradicts another field of this draw",
  "play-money": "is a test account: live mode needs a real one",
  "real-money": "is a live account: use a test account outside live mode",
  "currency-mismatch": "isn't in Canadian dollars",
  "not-accepted": "isn't accepted by the gateway",
  "other-arguments": "doesn't use the same placeholders as the message it replaces",
  "not-in-coins": "isn't whole five cents, which cash can't pay: round it, or set terminal.allowCash to false",
};

export function explainFields(fields: readonly FieldProblem[]): string[] {
  return fields.map(({ field, problem }) => `  ${field || "the draw"} ${problems[problem] ?? problem}`);
}

export function explainRefusal({ status, body }: AdminAnswer<unknown>): string {
  const headline = `${body.statusMessage ?? `The server returned ${status}`}${body.reason ? ` (${body.reason})` : ""}`;
  return [headline, ...explainFields(body.fields ?? [])].join("\n");
}
