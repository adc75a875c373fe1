import type { CallRefusal } from "./fetch-json";

/** The `error` of a query that was refused. */
export class Refused extends Error {
  readonly reason: CallRefusal["reason"];

  constructor(readonly refusal: CallRefusal) {
    super(refusal.reason);
    this.reason = refusal.reason;
  }
}

/** The answer of a query; throws a refusal. */
export function answered<Answer extends { ok: true }>(answer: Answer | CallRefusal): Answer {
  if (!answer.ok) throw new Refused(answer);
  return answer;
}

/** Tells an expected body from any other by the key that it must have. */
export function hasKey<Body>(key: keyof Body & string) {
  return (body: unknown): body is Body => typeof body === "object" && body !== null && key in body;
}
