import { PageCache } from "./lib/platform/csp/page-cache.mjs";

// Next loads this file outside of its bundles.
export default PageCache;
