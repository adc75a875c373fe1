const everyMs = 500;

/** npm doesn't signal its script when it is ended by SIGTERM or SIGKILL. */
export function endWithNpm(end) {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && end(), everyMs).unref();
}
