/** The first version with the time zones of 2026c. Optional packages bring the same one (package.json). */
export const requiredNode = "24.21";

export function isNodeNewEnough(version = process.versions.node) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [neededMajor = 0, neededMinor = 0] = requiredNode.split(".").map(Number);
  return major > neededMajor || (major === neededMajor && minor >= neededMinor);
}

export function requireNode() {
  if (isNodeNewEnough()) return;
  console.error(`Node.js ${requiredNode} or newer is needed; this is ${process.versions.node}.`);
  process.exit(1);
}
