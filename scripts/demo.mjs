import "./server/ignore-broken-log.mjs";

import { spawn } from "node:child_process";
import { createWriteStream, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { ensureBuild, isBuildFresh } from "./build/build-freshness.mjs";
import { installDependencies, isInstalled } from "./node/dependencies.mjs";
import { endWithNpm } from "./node/end-with-npm.mjs";
import { switchToBundledNode } from "./node/own-node.mjs";
import { runCommand } from "./process/child-process.mjs";
import { isPortFree, waitFor } from "./process/wait-for.mjs";

const port = process.env.PORT || "3000";
const sandboxPort = process.env.SANDBOX_PORT || "3100";
const smtpPort = process.env.SANDBOX_SMTP_PORT || String(Number(sandboxPort) + 1);
const applePort = process.env.SANDBOX_APPLE_PORT || String(Number(sandboxPort) + 2);
const dataDir = process.env.DATA_DIR || ".data";
const isDevelopment = process.argv.includes("--dev");
/** Info lines and request lines are only in this file, not on the screen. */
const logFile = join(dataDir, "server.log");
/**
 * A new demo begins some days back, so that its orders aren't all of one minute. A PostgreSQL has a clock that can't be
 * moved, and tokens of App Check end too soon.
 */
const beginsBack =
  !isDevelopment &&
  !process.env.DATABASE_URL &&
  (process.env.APP_CHECK_MODE || "off") === "off" &&
  !existsSync(join(dataDir, "database"));
const hoursBack = 80;
const readyWithinMs = 120_000;
const stopWithinMs = 15_000;

const environment = {
  ...process.env,
  NEXT_TELEMETRY_DISABLED: "1",
  TIRAGE_MODE: "demo",
  PORT: port,
  SANDBOX_PORT: sandboxPort,
  SANDBOX_SMTP_PORT: smtpPort,
  SANDBOX_APPLE_PORT: applePort,
  DATA_DIR: dataDir,
  SANDBOX_DATA_FILE: process.env.SANDBOX_DATA_FILE || join(dataDir, "sandbox-ledger.jsonl"),
  SANDBOX_IDENTITY_DIR: process.env.SANDBOX_IDENTITY_DIR || join(dataDir, "apple-pay"),
};

/** Each child has its own process group, so that Ctrl-C reaches it only through this process, and in order. */
const children = new Map();
let isStopping = false;

function start(name, commandArguments, stdio = "inherit") {
  const child = spawn(process.execPath, commandArguments, { env: environment, stdio, detached: true });
  children.set(name, child);
  child.once("close", () => {
    children.delete(name);
    if (isStopping) return;
    console.error(`The ${name} stopped unexpectedly.`);
    stop(1);
  });
  return child;
}

function startServer() {
  if (isDevelopment) {
    start("server", ["node_modules/next/dist/bin/next", "dev"]);
    return;
  }
  const clock = beginsBack ? ["--import", `./scripts/demo/past-clock.mjs?hours=${hoursBack}`] : [];
  const stdio = ["ignore", "pipe", "pipe", ...(beginsBack ? ["ipc"] : [])];
  const { stdout, stderr } = start("server", [...clock, "scripts/start.mjs"], stdio);
  const log = createWriteStream(logFile, { flags: "a" });
  for (const input of [stdout, stderr])
    createInterface({ input }).on("line", (line) => {
      log.write(`${line}\n`);
      if (!/"level":"info"|"message":"request"/.test(line)) console.log(line);
    });
}

function waitForEnd(child) {
  const late = setTimeout(() => child.kill("SIGKILL"), stopWithinMs);
  return new Promise((resolve) => child.once("close", resolve)).finally(() => clearTimeout(late));
}

/** Stops the server first, because it may still have to look a payment up at the sandbox. */
async function stop(code) {
  if (isStopping) return;
  isStopping = true;
  for (const name of ["server", "sandbox"]) {
    const child = children.get(name);
    if (!child) continue;
    const ended = waitForEnd(child);
    child.kill("SIGTERM");
    await ended;
  }
  process.exit(code);
}

function fail(message) {
  console.error(message);
  return stop(1);
}

async function prepare() {
  for (const [name, number] of [
    ["PORT", port],
    ["SANDBOX_PORT", sandboxPort],
    ["SANDBOX_SMTP_PORT", smtpPort],
    ["SANDBOX_APPLE_PORT", applePort],
  ]) {
    if (await isPortFree(Number(number))) continue;
    return fail(
      `Port ${number} is already in use. Stop the other program, or choose another port: ${name}=… npm run demo`,
    );
  }
  if (!isInstalled()) {
    console.log("Installing dependencies (a minute or two the first time)…");
    const { code, output } = await installDependencies();
    if (code !== 0) return fail(`Installation failed:\n${output}`);
  }
  if (isDevelopment || isBuildFresh()) return;
  console.log("Building (about a minute)…");
  await ensureBuild({ show: true });
}

/** Passes a move of the clock on to the server, and its answer back to the seeding. */
function moveServerClock(message, seeding) {
  const server = children.get("server");
  server?.once("message", (answer) => seeding.send(answer));
  server?.send(message);
}

async function seed() {
  const url = `http://127.0.0.1:${port}`;
  const seeding = await runCommand(process.execPath, ["--import", "tsx", "scripts/demo/seed.ts"], {
    env: { ...environment, CHECKOUT_HOST: url, BAMBORA_API_URL: `http://127.0.0.1:${sandboxPort}` },
    show: true,
    ...(beginsBack ? { onMessage: moveServerClock } : {}),
  });
  if (seeding.code !== 0 && !isStopping) await fail("Couldn't set up the demo draws.");
}

async function main() {
  await prepare();
  mkdirSync(dataDir, { recursive: true });
  start("sandbox", ["--import", "./scripts/server/ignore-broken-log.mjs", "--import", "tsx", "sandbox/main.ts"]);
  startServer();
  const isGone = () => isStopping;
  const isReady = await waitFor(`http://127.0.0.1:${port}/api/ready`, { withinMs: readyWithinMs, isGone });
  if (isStopping) return;
  if (!isReady) return fail(`The server didn't start. See its log: ${logFile}`);
  await seed();
}

await switchToBundledNode();
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => stop(0));
endWithNpm(() => stop(0));
main().catch((error) => fail(error.message));
