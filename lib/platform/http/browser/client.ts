import type { CallRefusal } from "./fetch-json";

export class RefusalError extends Error {
  readonly reason: CallRefusal["reason"];

  constructor(readonly refusal: CallRefusal) {
    super(refusal.reason);
    this.reason = refusal.reason;
  }
}

export function unwrapResult<Answer extends { ok: true }>(answer: Answer | CallRefusal): Answer {
  if (!answer.ok) throw new RefusalError(answer);
  return answer;
}

export function hasKey<Body>(key: keyof Body & string) {
  return (body: unknown): body is Body => typeof body === "object" && body !== null && key in body;
}
