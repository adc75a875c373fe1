const oldest = [20, 19];

/** Ends the process with a clear message when this Node.js is older than the product needs. */
export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > oldest[0] || (major === oldest[0] && minor >= oldest[1])) return;
  console.error(`Node.js ${oldest.join(".")} or newer is needed; this is ${process.versions.node}.`);
  process.exit(1);
}
