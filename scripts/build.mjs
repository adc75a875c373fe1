import "./node/require-node.mjs";

import { spawnSync } from "node:child_process";

import { invalidateBuild, markBuilt } from "./build/build-freshness.mjs";
import { hintCompilation } from "./build/compile-hints.mjs";
import { hashSources } from "./build/source-digest.mjs";
import { writeInventory } from "./payment-page/script-inventory.mjs";

const digest = hashSources();
invalidateBuild();
const build = spawnSync(process.execPath, ["node_modules/next/dist/bin/next", "build"], {
  stdio: "inherit",
  env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
});
if (build.status !== 0) process.exit(build.status ?? 1);
hintCompilation();
writeInventory();
markBuilt(digest);
