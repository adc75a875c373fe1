import type { CSSProperties } from "react";

import type { CharityDraw } from "@/lib/draws/rules.color";
import { charityGroundOf } from "@/lib/draws/rules.color";

/** The charity's own colours in place of the brand's, as the style of an area that the brand's would fill. */
export function groundStyleOf(draw: CharityDraw): CSSProperties | undefined {
  const ground = charityGroundOf(draw);
  if (!ground) return undefined;
  const { base, shade, ink } = ground;
  return { "--color-brand": base, "--color-brand-deep": shade, "--color-on-brand": ink } as CSSProperties;
}
