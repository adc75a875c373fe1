/** For how long a page is served after its rendering began, in ms (docs/decisions/048-kept-pages.md). */
export const pageMs = 1000;

/**
 * Says of a page from the page cache when its rendering began, by this process's `performance.now()`. The guard before
 * Next takes it away; a page without it is of one request and kept by nobody.
 */
export const renderedAtHeader = "x-rendered-at";
