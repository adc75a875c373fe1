export const secondMs = 1000;
export const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

export function daysAfter(at: Date, days: number): Date {
  return new Date(at.getTime() + days * dayMs);
}
