export const dayMs = 24 * 60 * 60_000;

export function daysAfter(at: Date, days: number): Date {
  return new Date(at.getTime() + days * dayMs);
}
