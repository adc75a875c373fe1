const everyMs = 500;

/**
 * Calls `end` when the npm that runs this script is gone: ended by SIGTERM or SIGKILL, it does not tell its script.
 * @param {() => void} end
 */
export function endWithNpm(end) {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && end(), everyMs).unref();
}
