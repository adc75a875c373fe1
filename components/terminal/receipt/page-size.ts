import { useLayoutEffect } from "react";

import type { PaperWidth } from "@/lib/terminal/rules.registration";

/** A millimetre has so many CSS pixels. */
const pixelsPerMm = 96 / 25.4;

/** Blank paper behind the last line, so that the cutter meets none of it, in mm. */
const tailMm = 4;

/** The page that a paper of this height is printed on; none for a sheet, whose size is the printer's own. */
export function pageRule(width: PaperWidth, heightPx: number): string {
  if (width === null) return "@page { margin: 10mm; }";
  return `@page { size: ${width}mm ${Math.ceil(heightPx / pixelsPerMm) + tailMm}mm; margin: 0; }`;
}

/**
 * Makes the printed page as wide as the roll and as long as the receipt: a page rule takes two lengths, and none of
 * them may be `auto`. The rule stands in a sheet made by script, which the page's policy allows.
 */
export function usePageSize(width: PaperWidth, paperId: string, content: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another content is another length
  useLayoutEffect(() => {
    const paper = document.getElementById(paperId);
    if (!paper) return;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(pageRule(width, paper.offsetHeight));
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((known) => known !== sheet);
    };
  }, [width, paperId, content]);
}
