import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";

import { runCommand } from "../process/child-process.mjs";
import { hashSources } from "./source-digest.mjs";

const digestFile = ".next/source-digest";
const lockFile = ".cache/build.lock";

export function isBuildFresh() {
  if (!existsSync(".next/BUILD_ID") || !existsSync(digestFile)) return false;
  return readFileSync(digestFile, "utf8") === hashSources();
}

/** `digest` is computed from the sources before the build. */
export function markBuilt(digest) {
  writeFileSync(digestFile, digest);
}

/** Called before a build, so that a build that fails halfway doesn't count as fresh. */
export function invalidateBuild() {
  rmSync(digestFile, { force: true });
}

/** Returns false while a living process has the lock. */
function acquireLock() {
  mkdirSync(".cache", { recursive: true });
  try {
    writeFileSync(lockFile, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
  }
  if (!isHolderAlive()) rmSync(lockFile, { force: true });
  return false;
}

function isHolderAlive() {
  try {
    const holder = Number(readFileSync(lockFile, "utf8"));
    // The holder writes its id right after it creates the file, so an empty file is a lock being taken.
    return holder === 0 || process.kill(holder, 0);
  } catch (error) {
    return error.code !== "ESRCH" && error.code !== "ENOENT";
  }
}

/**
 * Builds if the build is missing or stale. Concurrent callers wait for the first.
 * @param {{show?: boolean}} [options] `show` prints the build's output
 */
export async function ensureBuild(options = {}) {
  while (!isBuildFresh()) {
    if (!acquireLock()) {
      await wait(500);
      continue;
    }
    try {
      const { code, output } = await runCommand(process.execPath, ["scripts/build.mjs"], { show: options.show });
      if (code !== 0) throw new Error(`The build failed.${options.show ? "" : `\n${output}`}`);
      return;
    } finally {
      rmSync(lockFile, { force: true });
    }
  }
}
