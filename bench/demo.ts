import { runCommand } from "@/scripts/process/child-process.mjs";
import { startServer } from "@/tests/support/servers/server";

import { startSandboxProcess } from "./sandbox-process";

export type Demo = { url: string; stop: () => Promise<void> };

/** The server logs to `.cache/bench-server.log`. */
export async function startDemo(): Promise<Demo> {
  const sandbox = await startSandboxProcess();
  const stopSandbox = sandbox.close;
  try {
    const product = await startServer({ sandbox, logFile: ".cache/bench-server.log" });
    const stop = () => product.stop().finally(stopSandbox);
    const env = {
      CHECKOUT_HOST: product.url,
      ADMIN_KEY: product.adminKey,
      DATA_DIR: product.dataDir,
      BAMBORA_API_URL: sandbox.url,
    };
    const seeding = await runCommand(process.execPath, ["--import", "tsx", "scripts/demo/seed.ts"], { env });
    if (seeding.code === 0) return { url: product.url, stop };
    await product.stop();
    throw new Error(`The demo draws could not be seeded:\n${seeding.output}`);
  } catch (error) {
    await stopSandbox();
    throw error;
  }
}
