import { createServer } from "node:http";
import { createRequire } from "node:module";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

// Loaded through NODE_OPTIONS. Answers at MEMORY_PROBE_PORT with the memory in use after a collection.
const require = createRequire(import.meta.url);
const { SharedCacheControls } = require("next/dist/server/lib/incremental-cache/shared-cache-controls.external.js");
setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc");

// For the negative control, Next's cache controls are never cleared.
if (process.env.MEMORY_PROBE_KEEP) SharedCacheControls.cacheControls.clear = () => undefined;

function measure() {
  for (let round = 0; round < 4; round += 1) collect();
  return {
    heapBytes: process.memoryUsage().heapUsed,
    lifetimes: SharedCacheControls.cacheControls.size,
    pages: globalThis.tiragePageCache?.pages.size ?? 0,
    cachedPages: globalThis.tirageCachedPages?.pages.size ?? 0,
    pendingRenders: globalThis.tirageCachedPages?.pendingRenders.size ?? 0,
  };
}

createServer((_, response) => response.end(JSON.stringify(measure())))
  .listen(Number(process.env.MEMORY_PROBE_PORT), "127.0.0.1")
  .unref();
