import type { Environment } from "vitest/runtime";
import { builtinEnvironments } from "vitest/runtime";

import { endWorker } from "./end-with-worker";

/** Node's environment, which also ends what the worker's files shared. */
const environment: Environment = {
  ...builtinEnvironments.node,
  name: "server",
  async setup(global, options) {
    const node = await builtinEnvironments.node.setup(global, options);
    return {
      async teardown() {
        await endWorker();
        await node.teardown(global);
      },
    };
  },
};

export default environment;
