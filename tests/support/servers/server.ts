import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { closeSync, existsSync, openSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { startSandbox } from "@/sandbox/start-sandbox";
import { ensureBuild } from "@/scripts/build/build-freshness.mjs";

import { ensureDatabase, freshDataDirectory, removeDataDirectory } from "@/tests/support/databases/data-template";
import { freePort } from "./free-port";

export type Sandbox = Awaited<ReturnType<typeof startSandbox>>;

/** The sandbox may run in another process. */
export type SharedSandbox = Omit<Sandbox, "apple"> & { apple: Pick<Sandbox["apple"], "port" | "identity"> };

/** `sandbox` and `dataDir` outlive the server. `logFile` receives its log instead of `output`. */
export type ServerOptions = {
  env?: Record<string, string>;
  dataDir?: string;
  sandbox?: SharedSandbox;
  port?: number;
  logFile?: string;
};

/** The built app in demo mode, in a separate process. */
export type Server = {
  url: string;
  port: number;
  pid: number;
  dataDir: string;
  /** Null on the embedded database. */
  databaseUrl: string | null;
  sandboxUrl: string;
  adminKey: string;
  /** Stops gracefully, then removes its own sandbox and data directory. */
  stop: (signal?: NodeJS.Signals) => Promise<void>;
  /** Ends it as a power cut would. Data directory and sandbox stay. */
  kill: () => Promise<void>;
  /** Stops gracefully and returns the exit code. Data directory and sandbox stay. */
  terminate: () => Promise<number | null>;
  /** Waits until the server ends by itself. Returns its exit code. */
  ended: () => Promise<number | null>;
  signal: (name: NodeJS.Signals) => void;
  output: () => string;
  /** Closes both output pipes, like a log reader that dies. */
  dropLog: () => void;
};

type Child = { child: ChildProcess; output: () => string; ended: Promise<void> };

const readyWithinMs = 120_000;
/** After this time, it is killed. A payment in progress may take 20 s. */
const stopWithinMs = 60_000;

/** Compiles the embedded database lazily and without optimization, which would take longer than most servers live. */
const soonReady = ["--liftoff-only", "--wasm-lazy-compilation"];

/** Servers share compiled code, which saves four fifths of the cost of most starts. */
const compiled = { NODE_COMPILE_CACHE: ".cache/compiled" };

/**
 * Starts the built app on a free port and waits until it is ready. Builds first if the build is missing or stale. Uses
 * a fresh database on `TEST_DATABASE_URL` if set. Rejects with the output if the server ends early.
 */
export async function startServer(options: ServerOptions = {}): Promise<Server> {
  await ensureBuild();
  const data = await prepareData(options.dataDir);
  const { dataDir, databaseUrl } = data;
  const sandbox = options.sandbox ?? (await startSandbox({ port: 0, host: "127.0.0.1" }));
  const port = options.port ?? (await freePort());
  const url = `http://localhost:${port}`;
  const running = spawnServer({ ...createEnvironment(port, data, sandbox), ...options.env }, options.logFile);

  async function release(): Promise<void> {
    if (!options.sandbox) await sandbox.close();
    if (!options.dataDir) await removeDataDirectory(dataDir);
  }

  try {
    await waitUntilReady(url, running);
  } catch (error) {
    await endChild(running, "SIGKILL");
    await release();
    throw error;
  }
  return {
    url,
    port,
    pid: running.child.pid ?? 0,
    dataDir,
    databaseUrl,
    sandboxUrl: sandbox.url,
    adminKey: await readAdminKey(dataDir, options.env?.ADMIN_KEY),
    output: running.output,
    dropLog: () => {
      running.child.stdout?.destroy();
      running.child.stderr?.destroy();
    },
    signal: (name) => void running.child.kill(name),
    kill: () => endChild(running, "SIGKILL"),
    ended: async () => {
      await running.ended;
      return running.child.exitCode;
    },
    terminate: async () => {
      await endChild(running, "SIGTERM");
      return running.child.exitCode;
    },
    stop: async (signal = "SIGTERM") => {
      await endChild(running, signal);
      await release();
    },
  };
}

function spawnServer(env: Record<string, string>, logFile: string | undefined): Child {
  const log = logFile === undefined ? "pipe" : openSync(logFile, "w");
  const child = spawn(process.execPath, [...(env.DATABASE_URL ? [] : soonReady), "scripts/start.mjs"], {
    env: { ...process.env, ...compiled, NODE_ENV: "production", ...env },
    stdio: ["ignore", log, log],
  });
  if (typeof log === "number") closeSync(log);
  let written = "";
  const keep = (chunk: string) => {
    written += chunk;
  };
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding("utf8").on("data", keep);
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  return { child, output: () => written, ended };
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

async function answersReady(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/api/ready`, { signal: AbortSignal.timeout(2000) }).catch(() => null);
  await answer?.body?.cancel();
  return answer?.status === 200;
}

async function waitUntilReady(url: string, { child, output, ended }: Child): Promise<void> {
  const deadline = Date.now() + readyWithinMs;
  while (!(await answersReady(url))) {
    if (hasEnded(child)) throw new Error(`The server ended before it was ready:\n${output()}`);
    if (Date.now() > deadline) {
      child.kill("SIGKILL");
      await ended;
      throw new Error(`The server was not ready within ${readyWithinMs} ms:\n${output()}`);
    }
    await wait(100);
  }
}

async function endChild({ child, ended }: Child, signal: NodeJS.Signals): Promise<void> {
  if (!hasEnded(child)) child.kill(signal);
  const late = setTimeout(() => child.kill("SIGKILL"), stopWithinMs);
  await ended;
  clearTimeout(late);
}

async function readAdminKey(dataDir: string, given: string | undefined): Promise<string> {
  const file = join(dataDir, "admin-key");
  if (given || !existsSync(file)) return given ?? "";
  return (await readFile(file, "utf8")).trim();
}

type Data = { dataDir: string; databaseUrl: string | null };

async function prepareData(given: string | undefined): Promise<Data> {
  const dataDir = given ?? (await freshDataDirectory());
  return { dataDir, databaseUrl: await ensureDatabase(dataDir) };
}

function createEnvironment(
  port: number,
  { dataDir, databaseUrl }: Data,
  sandbox: SharedSandbox,
): Record<string, string> {
  return {
    DATABASE_URL: databaseUrl ?? "",
    TIRAGE_MODE: "demo",
    // Test buyers have their own IP addresses, through `X-Forwarded-For`.
    TRUSTED_PROXY_HOPS: "1",
    PORT: String(port),
    DATA_DIR: dataDir,
    BAMBORA_API_URL: `http://127.0.0.1:${sandbox.port}`,
    BAMBORA_BOARDING_URL: `http://127.0.0.1:${sandbox.port}`,
    SMTP_URL: `smtp://127.0.0.1:${sandbox.smtpPort}?from=tickets@tirage.example`,
    APPLE_PAY_CERTIFICATE: sandbox.apple.identity.certificate,
    APPLE_PAY_KEY: sandbox.apple.identity.key,
    APPLE_PAY_GATEWAY_URL: `https://127.0.0.1:${sandbox.apple.port}`,
    BAMBORA_SCRIPT_URL: `http://localhost:${sandbox.port}/customcheckout/1/customcheckout.js`,
  };
}
