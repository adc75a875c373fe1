import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const { SharedCacheControls } = require("next/dist/server/lib/incremental-cache/shared-cache-controls.external.js");

/**
 * Forgets what Next notes beside the page cache: a lifetime for every address that it rendered, unknown ones too, for
 * ever (Next 16.4.6, docs/decisions/009). It takes a stored page's lifetime from the page, so the notes may always go.
 */
export function forgetLifetimes() {
  SharedCacheControls.cacheControls.clear();
}
