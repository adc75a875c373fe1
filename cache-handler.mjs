import { PageCache } from "./lib/platform/guard/page-cache.mjs";

// Next loads this file outside of its bundles.
export default PageCache;
