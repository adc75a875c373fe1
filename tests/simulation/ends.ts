import { LostConnection } from "./database";

export function isOutage(error: unknown): boolean {
  const cause = (error as { cause?: unknown } | undefined)?.cause;
  return error instanceof LostConnection || (cause !== undefined && isOutage(cause));
}

export function wordsOf(result: unknown): string {
  const answer = result as { ok?: boolean; reason?: string; outcome?: string } | null | undefined;
  if (typeof answer?.ok !== "boolean") return "done";
  return answer.ok ? (answer.outcome ?? "ok") : String(answer.reason);
}
