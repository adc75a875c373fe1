import { createServer } from "node:http";
import { createRequire, syncBuiltinESMExports } from "node:module";

// Loaded through NODE_OPTIONS. GET `?left=N` at FILL_DISK_PORT leaves the embedded database N bytes of disk; without
// `left`, the disk has room again. Answers the number of failed writes.
const fs = createRequire(import.meta.url)("node:fs");

let freeBytes = Number.POSITIVE_INFINITY;
let failed = 0;

const { writeSync } = fs;
fs.writeSync = function limited(file, data, offset, length, position) {
  // Node itself writes text to its console, while the database writes bytes.
  if (typeof data === "string") return writeSync.call(fs, file, data, offset, length);
  const wanted = length ?? data.byteLength;
  if (wanted > freeBytes) {
    failed += 1;
    throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC", errno: -28 });
  }
  freeBytes -= wanted;
  return writeSync.call(fs, file, data, offset, length, position);
};
syncBuiltinESMExports();

createServer((request, response) => {
  const wanted = new URL(request.url, "http://localhost").searchParams.get("left");
  freeBytes = wanted === null ? Number.POSITIVE_INFINITY : Number(wanted);
  response.end(JSON.stringify({ failed }));
})
  .listen(Number(process.env.FILL_DISK_PORT), "127.0.0.1")
  .unref();
