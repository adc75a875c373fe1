import { createServer } from "node:net";
import { setTimeout as wait } from "node:timers/promises";

/** Checks every IP address of this machine. @param {number} port @returns {Promise<boolean>} */
export async function isPortFree(port) {
  for (const host of ["127.0.0.1", "::"]) {
    const isFree = await new Promise((resolve) => {
      const server = createServer();
      server.once("error", (error) => resolve(error.code !== "EADDRINUSE"));
      server.listen(port, host, () => server.close(() => resolve(true)));
    });
    if (!isFree) return false;
  }
  return true;
}

/**
 * Asks a URL until it answers 200. Returns false if it never did.
 * @param {string} url
 * @param {{withinMs: number, isGone: () => boolean}} limits
 * @returns {Promise<boolean>}
 */
export async function waitFor(url, { withinMs, isGone }) {
  const deadline = Date.now() + withinMs;
  while (Date.now() < deadline && !isGone()) {
    const answer = await fetch(url, { signal: AbortSignal.timeout(2000) }).catch(() => null);
    await answer?.body?.cancel();
    if (answer?.status === 200) return true;
    await wait(200);
  }
  return false;
}
