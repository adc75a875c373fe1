/** The first that is known to have the time zones of 2026c; packages of npm bring the same version (package.json). */
export const neededNode = "24.21";

/**
 * True when a version of Node.js is the one that the product needs, or newer.
 * @param {string} [version] such as 24.21.0
 * @returns {boolean}
 */
export function isNodeNewEnough(version = process.versions.node) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [neededMajor = 0, neededMinor = 0] = neededNode.split(".").map(Number);
  return major > neededMajor || (major === neededMajor && minor >= neededMinor);
}

/** Ends the process with one sentence when this Node.js is older than the product needs. */
export function requireNode() {
  if (isNodeNewEnough()) return;
  console.error(`Node.js ${neededNode} or newer is needed; this is ${process.versions.node}.`);
  process.exit(1);
}
