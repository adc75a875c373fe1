import type { FieldProblem, FieldProblemKey } from "@/lib/platform/http/reasons";

/** An answer of the admin API; an error carries `statusMessage` and perhaps `fields`. */
export type AdminAnswer<Body> = {
  status: number;
  body: Body & { reason?: string; statusMessage?: string; fields?: FieldProblem[] };
};

const problems: Record<FieldProblemKey, string> = {
  required: "is missing",
  unknown: "is not a field of a draw",
  "wrong-type": "has the wrong type",
  malformed: "is malformed",
  "too-small": "is too small or too short",
  "too-large": "is too large or too long",
  duplicate: "stands there twice",
  "not-in-draw": "names something that the draw does not have",
  "must-accept": "must be accepted",
  "out-of-order": "comes before what it must follow",
  reserved: "is a reserved name",
  locked: "cannot change any more: tickets were sold",
  "given-back": "was refunded, or is being refunded: it cannot win",
  "play-money": "is a test account, which takes no money: live mode needs a real one",
  "real-money": "takes real money: outside live mode only a test account may be used",
  "currency-mismatch": "takes another currency than Canadian dollars",
  "not-accepted": "is not accepted by the gateway",
  "other-arguments": "does not fill in what the message in its place does",
};

/** What the server refused and why, field by field, in plain English. */
export function explainRefusal({ status, body }: AdminAnswer<unknown>): string {
  const headline = `${body.statusMessage ?? `The server answered ${status}`}${body.reason ? ` (${body.reason})` : ""}`;
  const fields = (body.fields ?? []).map(
    ({ field, problem }) => `  ${field || "the draw"} ${problems[problem] ?? problem}`,
  );
  return [headline, ...fields].join("\n");
}
