import { storeIdentity } from "./apple/store-identity";
import type { SandboxOptions } from "./start-sandbox";
import { startSandbox } from "./start-sandbox";

function readNumber(name: string, otherwise: number | undefined): number | undefined {
  const text = process.env[name];
  if (text === undefined || text === "") return otherwise;
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0) throw new Error(`${name} must be a whole number`);
  return value;
}

function optionsFromEnvironment(): SandboxOptions {
  const port = readNumber("SANDBOX_PORT", 3100);
  return {
    port,
    smtpPort: readNumber("SANDBOX_SMTP_PORT", port ? port + 1 : 0),
    applePort: readNumber("SANDBOX_APPLE_PORT", port ? port + 2 : 0),
    host: process.env.SANDBOX_HOST || "127.0.0.1",
    allowedOrigin: process.env.SANDBOX_ALLOWED_ORIGIN || undefined,
    dataFile: process.env.SANDBOX_DATA_FILE || undefined,
    slowMs: readNumber("SANDBOX_SLOW_MS", undefined),
  };
}

async function main(): Promise<void> {
  const sandbox = await startSandbox(optionsFromEnvironment());
  if (process.env.SANDBOX_IDENTITY_DIR) storeIdentity(process.env.SANDBOX_IDENTITY_DIR, sandbox.apple.identity);
  console.log(`sandbox: ${sandbox.url}/sandbox, mail at port ${sandbox.smtpPort}`);
  const stop = () => void sandbox.close().then(() => process.exit(0));
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
}

main().catch((error: unknown) => {
  console.error(`sandbox: could not start: ${error instanceof Error ? error.message : "unknown error"}`);
  process.exitCode = 1;
});
