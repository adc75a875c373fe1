import "server-only";

import { readFileSync, statSync } from "node:fs";
import { oncePerProcess } from "@/lib/platform/server/once-per-process";

/** `timestamp` is in ms since 1970. */
export type Build = { id: string; timestamp: number };

const idFile = ".next/BUILD_ID";

/** Read once, because a newer build may replace the file. */
export function getCurrentBuild(): Build {
  return oncePerProcess("tirageBuild", readBuild);
}

function readBuild(): Build {
  try {
    return { id: readFileSync(idFile, "utf8").trim(), timestamp: Math.trunc(statSync(idFile).mtimeMs) };
  } catch {
    return { id: "development", timestamp: 0 };
  }
}
