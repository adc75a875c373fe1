import { moveToFreshNetwork } from "@/tests/support/calls/buyer";
import { endWithWorker } from "@/tests/support/runner/end-with-worker";
import { restoreSettings } from "@/tests/support/sandbox/sandbox-control";
import type { Server } from "./server";
import { startServer } from "./server";

let shared: Promise<Server> | undefined;

/**
 * One server for a worker's files. Tests must use unique draw ids, count only their own data, leave no armed fault and
 * send few wrong keys. `output` covers this file. `stop` gives the server back, with the sandbox reset.
 */
export async function shareServer(): Promise<Server> {
  shared ??= startShared();
  const server = await shared;
  const before = server.output().length;
  moveToFreshNetwork();
  return {
    ...server,
    output: () => server.output().slice(before),
    stop: () => restoreSettings(server.sandboxUrl),
    kill: refuseEnd,
    terminate: refuseEnd,
    ended: refuseEnd,
    signal: refuseEnd,
    dropLog: refuseEnd,
  };
}

async function startShared(): Promise<Server> {
  const server = await startServer();
  endWithWorker(server.stop);
  return server;
}

function refuseEnd(): never {
  throw new Error("Other files need this server: a test that ends its server, or its log, starts one of its own.");
}
