import "server-only";

import { readFileSync, statSync } from "node:fs";

/** The build that this process serves: Next's id of it, and when it was made, in ms since 1970. */
export type Build = { id: string; timestamp: number };

const idFile = ".next/BUILD_ID";

// Next evaluates a module several times in one process, and another build may lie there by then.
const shared = globalThis as typeof globalThis & { tirageBuild?: Build };

function readBuild(): Build {
  try {
    return { id: readFileSync(idFile, "utf8").trim(), timestamp: Math.trunc(statSync(idFile).mtimeMs) };
  } catch {
    // The development server makes no build.
    return { id: "development", timestamp: 0 };
  }
}

/** The build of this process, as it was at the first call: the start of the server makes that. */
export function currentBuild(): Build {
  shared.tirageBuild ??= readBuild();
  return shared.tirageBuild;
}
