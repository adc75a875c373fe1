/** In ms. */
export type Clock = { now: () => number; moveTo: (at: number) => void };

export function createClock(start: number): Clock {
  let at = start;
  return {
    now: () => at,
    moveTo: (next) => {
      at = Math.max(at, next);
    },
  };
}

export const secondMs = 1000;
export const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
