/** How long a session lasts, in ms. */
export const sessionLifeMs = 30 * 60_000;

/** Under this label the end of a session is sealed. */
export const sessionLabel = "verification session";

/** Writes a session: when it ends, in ms, and the proof that it was given. */
export function writeSession(endsAtMs: number, proof: string): string {
  return `${endsAtMs}.${proof}`;
}

/** When a session was opened that ends then, in ms. */
export function openedAtMs({ endsAtMs }: { endsAtMs: number }): number {
  return endsAtMs - sessionLifeMs;
}

/** Reads a session; null for what none of ours can be, or what is over at `nowMs`. */
export function readSession(session: string, nowMs: number): { endsAtMs: number; proof: string } | null {
  const [, ends = "", proof = ""] = /^(\d{13})\.([A-Za-z0-9_-]{43})$/.exec(session) ?? [];
  const endsAtMs = Number(ends);
  return proof !== "" && endsAtMs > nowMs ? { endsAtMs, proof } : null;
}
