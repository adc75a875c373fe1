import { PageCache } from "./lib/csp/page-cache.mjs";

// Next loads this file outside of its bundles.
export default PageCache;
