import type { CSSProperties } from "react";

import type { CharityDraw } from "@/lib/draws/rules.color";
import { accentsOf, charityGroundOf, groundOf } from "@/lib/draws/rules.color";

/** The charity's own colours in place of the brand's, as the style of an area that the brand's would fill. */
export function groundStyleOf(draw: CharityDraw): CSSProperties | undefined {
  const ground = charityGroundOf(draw);
  if (!ground) return undefined;
  const { base, shade, ink } = ground;
  return { "--color-brand": base, "--color-brand-deep": shade, "--color-on-brand": ink } as CSSProperties;
}

type OwnColors = { className: string; style?: CSSProperties };

/** The charity's own colour for the controls and links of an area, light and dark; nothing where it has none. */
export function ownColorsOf({ charity }: CharityDraw): OwnColors {
  if (!charity?.color) return { className: "" };
  const { light, dark } = accentsOf(charity.color);
  const { base, ink } = groundOf(charity.color);
  const style = {
    "--own-ground": base,
    "--own-ink": ink,
    "--own": light.fill,
    "--own-deep": light.shade,
    "--own-dark": dark.fill,
    "--own-dark-deep": dark.shade,
    "--own-dark-words": dark.words,
  };
  return { className: "own-colors", style: style as CSSProperties };
}
