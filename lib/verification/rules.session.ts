export const sessionLifetimeMs = 30 * 60_000;

/** The label of the proof that this installation wrote a session. */
export const sessionLabel = "verification session";

export function readSession(session: string, nowMs: number): { endsAtMs: number; proof: string } | null {
  const [, ends = "", proof = ""] = /^(\d{13})\.([A-Za-z0-9_-]{43})$/.exec(session) ?? [];
  const endsAtMs = Number(ends);
  return proof !== "" && endsAtMs > nowMs ? { endsAtMs, proof } : null;
}

export function writeSession(endsAtMs: number, proof: string): string {
  return `${endsAtMs}.${proof}`;
}

export function getOpenedAtMs({ endsAtMs }: { endsAtMs: number }): number {
  return endsAtMs - sessionLifetimeMs;
}
