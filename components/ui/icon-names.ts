/** Our names of icons that parts drawn in the browser may use, each with Lucide's. */
export const iconNames = {
  alert: "circle-alert",
  bank: "landmark",
  check: "check",
  "check-circle": "circle-check",
  clock: "clock",
  "credit-card": "credit-card",
  info: "info",
  lock: "lock",
  minus: "minus",
  moon: "moon",
  plus: "plus",
  refresh: "refresh-cw",
  shield: "shield-check",
  sun: "sun",
  system: "monitor",
  ticket: "ticket",
  x: "x",
} as const;

/** Name of an icon that parts drawn in the browser may use. */
export type IconName = keyof typeof iconNames;
