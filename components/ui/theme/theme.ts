export const themes = ["system", "light", "dark"] as const;

export type Theme = (typeof themes)[number];

export type ForcedMode = Exclude<Theme, "system">;

/** Returns undefined and warns for `system`, which can't be forced. */
export function refuseSystem(theme: Theme): ForcedMode | undefined {
  if (theme !== "system") return theme;
  console.warn("The colour mode 'system' cannot be forced.");
  return undefined;
}
