/** A rendered page is served for this long (docs/decisions/011-guard-before-next.md). */
export const pageLifetimeMs = 1000;

/**
 * Response header with the start of rendering, by `performance.now()`. The guard removes it. A page without it belongs
 * to one request and is never cached.
 */
export const renderedAtHeader = "x-rendered-at";
