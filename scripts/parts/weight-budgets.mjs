/**
 * The most bytes of HTML, uncompressed, that the page of a draw may have, and one with several second draws and bundles
 * (docs/decisions/043-page-weight.md).
 */
export const htmlBudgets = { usual: 48_500, severalDraws: 61_000 };

/** The most bytes of script, compressed by gzip, that it may load first over those of a bare page. */
export const scriptBudget = 30_000;
