/** What a visitor can choose; `system` follows the device. */
export const themes = ["system", "light", "dark"] as const;

/** A colour mode preference (docs/design.md, Colour mode). */
export type Theme = (typeof themes)[number];

/** A mode that a page may hold a visitor in. */
export type ForcedMode = Exclude<Theme, "system">;

/** The mode that a page may force, or undefined and a warning for `system`, which cannot be forced. */
export function refuseSystem(theme: Theme): ForcedMode | undefined {
  if (theme !== "system") return theme;
  console.warn("The colour mode 'system' cannot be forced.");
  return undefined;
}
