import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { waitFor } from "@/scripts/process/wait-for.mjs";
import { freePort } from "@/tests/support/servers/free-port";
import type { SharedSandbox } from "@/tests/support/servers/server";

/** In a separate process, so that the bank's work doesn't count as the caller's. */
export async function startSandboxProcess(): Promise<SharedSandbox> {
  const folder = await mkdtemp(join(tmpdir(), "tirage-bench-"));
  const [port, smtpPort, applePort] = [await freePort(), await freePort(), await freePort()];
  const ports = { SANDBOX_PORT: port, SANDBOX_SMTP_PORT: smtpPort, SANDBOX_APPLE_PORT: applePort };
  const named = Object.fromEntries(Object.entries(ports).map(([name, value]) => [name, String(value)]));
  const child = spawn(process.execPath, ["--import", "tsx", "sandbox/main.ts"], {
    env: { ...process.env, ...named, SANDBOX_IDENTITY_DIR: folder },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const ended = new Promise<void>((end) => child.once("close", () => end()));
  const url = `http://127.0.0.1:${port}`;
  const close = async () => {
    child.kill("SIGTERM");
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  if (!(await waitFor(`${url}/sandbox`, { withinMs: 30_000, isGone: () => child.exitCode !== null }))) {
    await close();
    throw new Error("The sandbox does not answer.");
  }
  const read = (name: string) => readFileSync(join(folder, name), "utf8");
  const identity = { certificate: read("merchant-identity.pem"), key: read("merchant-identity.key") };
  return { url, port, smtpPort, apple: { port: applePort, identity }, close };
}
