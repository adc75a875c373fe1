/** For how long a page is served after its rendering began, in ms (docs/decisions/011-guard-before-next.md). */
export const pageMs = 1000;

/**
 * Says when the rendering of a page from the page cache began, by this process's `performance.now()`. The guard before
 * Next removes it; a page without it belongs to a single request and is never kept.
 */
export const renderedAtHeader = "x-rendered-at";
