/** The most bytes of HTML, uncompressed, that the page of a draw may have (docs/decisions/043-page-weight.md). */
export const htmlBudget = 45_000;

/** The most bytes of script, compressed by gzip, that it may load first over those of a bare page. */
export const scriptBudget = 30_000;
