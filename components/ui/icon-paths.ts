/**
 * Outlines on a 24 by 24 grid, from Lucide (ISC licence). They reach the browser with every part that is drawn there.
 */
export const iconPaths = {
  alert: ["M2 12a10 10 0 1 0 20 0a10 10 0 1 0 -20 0", "M12 8v4m0 4h.01"],
  check: ["M20 6L9 17l-5-5"],
  "check-circle": ["M2 12a10 10 0 1 0 20 0a10 10 0 1 0 -20 0", "m16 9l-5.5 5.5L8 12"],
  clock: ["M2 12a10 10 0 1 0 20 0a10 10 0 1 0 -20 0", "M12 6v6l4 2"],
  "credit-card": ["M4 5h16a2 2 0 0 1 2 2v10a2 2 0 0 1 -2 2h-16a2 2 0 0 1 -2 -2v-10a2 2 0 0 1 2 -2z", "M2 10h20M6 14h2"],
  info: ["M2 12a10 10 0 1 0 20 0a10 10 0 1 0 -20 0", "M12 16v-4m0-4h.01"],
  lock: ["M5 11h14a2 2 0 0 1 2 2v7a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-7a2 2 0 0 1 2 -2z", "M7 11V7a5 5 0 0 1 10 0v4"],
  minus: ["M5 12h14"],
  moon: [
    "M20.985 12.486a9 9 0 1 1-9.473-9.472c.405-.022.617.46.402.803a6 6 0 0 0 8.268 8.268c.344-.215.825-.004.803.401",
  ],
  plus: ["M5 12h14m-7-7v14"],
  sun: [
    "M8 12a4 4 0 1 0 8 0a4 4 0 1 0 -8 0",
    "M12 2v2m0 16v2M4.93 4.93l1.41 1.41m11.32 11.32l1.41 1.41M2 12h2m16 0h2M6.34 17.66l-1.41 1.41M19.07 4.93l-1.41 1.41",
  ],
  system: ["M4 3h16a2 2 0 0 1 2 2v10a2 2 0 0 1 -2 2h-16a2 2 0 0 1 -2 -2v-10a2 2 0 0 1 2 -2z", "M8 21h8m-4-4v4"],
  x: ["M18 6L6 18M6 6l12 12"],
  shield: [
    "M20 13c0 5-3.5 7.5-7.66 8.95a1 1 0 0 1-.67-.01C7.5 20.5 4 18 4 13V6a1 1 0 0 1 1-1c2 0 4.5-1.2 6.24-2.72a1.17 1.17 0 0 1 1.52 0C14.51 3.81 17 5 19 5a1 1 0 0 1 1 1z",
    "m9 12l2 2l4-4",
  ],
  ticket: [
    "M2 9a3 3 0 0 1 0 6v2a2 2 0 0 0 2 2h16a2 2 0 0 0 2-2v-2a3 3 0 0 1 0-6V7a2 2 0 0 0-2-2H4a2 2 0 0 0-2 2Zm11-4v2m0 10v2m0-8v2",
  ],
} as const satisfies Record<string, readonly string[]>;

/** Name of an icon that parts drawn in the browser may use. */
export type IconName = keyof typeof iconPaths;
