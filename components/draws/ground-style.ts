import type { CSSProperties } from "react";

import type { CharityDraw } from "@/lib/draws/pages/rules.color";
import { computeAccents, getCharityBackground } from "@/lib/draws/pages/rules.color";

export function getGroundStyle(draw: CharityDraw): CSSProperties | undefined {
  const ground = getCharityBackground(draw);
  if (!ground) return undefined;
  const { base, shade, ink } = ground;
  return { "--color-brand": base, "--color-brand-deep": shade, "--color-on-brand": ink } as CSSProperties;
}

type CharityColors = { className: string; style?: CSSProperties };

export function getCharityColors({ charity }: CharityDraw): CharityColors {
  if (!charity?.color) return { className: "" };
  const { light, dark } = computeAccents(charity.color);
  const style = {
    "--own": light.fill,
    "--own-deep": light.shade,
    "--own-dark": dark.fill,
    "--own-dark-deep": dark.shade,
    "--own-dark-words": dark.words,
  };
  return { className: "own-colors", style: style as CSSProperties };
}

export function getSellingColors(draw: CharityDraw): CharityColors {
  const { className, style } = getCharityColors(draw);
  const ground = getCharityBackground(draw);
  return { className, style: { ...style, "--own-ground": ground?.base, "--own-ink": ground?.ink } as CSSProperties };
}
