import "server-only";

import { readFileSync, statSync } from "node:fs";

/** `timestamp` in ms since 1970. */
export type Build = { id: string; timestamp: number };

const idFile = ".next/BUILD_ID";

// Next evaluates a module several times, and a newer build may replace the file.
const shared = globalThis as typeof globalThis & { tirageBuild?: Build };

function readBuild(): Build {
  try {
    return { id: readFileSync(idFile, "utf8").trim(), timestamp: Math.trunc(statSync(idFile).mtimeMs) };
  } catch {
    return { id: "development", timestamp: 0 };
  }
}

export function currentBuild(): Build {
  shared.tirageBuild ??= readBuild();
  return shared.tirageBuild;
}
