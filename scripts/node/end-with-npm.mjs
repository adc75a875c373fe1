const everyMs = 500;

/** npm that ends by SIGTERM or SIGKILL doesn't signal its script. */
export function endWithNpm(end) {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && end(), everyMs).unref();
}
