/** How long a rendered page is served (docs/decisions/011-guard-before-next.md). */
export const pageLifetimeMs = 1000;

/** Counts by `performance.now()`. The guard removes it. Pages without it belong to one request and are never cached. */
export const renderedAtHeader = "x-rendered-at";
