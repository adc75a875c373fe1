import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { afterAll, describe, expect, it } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "tirage-own-node-"));
const moduleUrl = pathToFileURL("scripts/node/own-node.mjs").href;
const script = join(folder, "script.mjs");
const preload = join(folder, "old-node.mjs");

writeFileSync(
  preload,
  `if (process.env.PRETENDED_NODE) Object.defineProperty(process.versions, "node", { value: process.env.PRETENDED_NODE });
  delete process.env.PRETENDED_NODE;`,
);
writeFileSync(
  script,
  `import { switchToBundledNode } from ${JSON.stringify(moduleUrl)};
  await switchToBundledNode();
  const input = await new Promise((resolve) => process.stdin.once("data", resolve));
  console.error(process.argv.slice(2).join(" "), process.env.FOR_SCRIPT, String(input).trim());
  console.log(process.version, process.pid);
  process.on("SIGTERM", () => process.exit(9));
  if (process.argv[2] === "end") process.exit(7);
  setInterval(() => {}, 1000);`,
);
afterAll(() => rmSync(folder, { recursive: true }));

function startOnOldNode(words: string[], { below = [] as string[], env = {} as Record<string, string> } = {}) {
  const [command = "", ...rest] = [...below, process.execPath, "--import", preload, script, ...words];
  const child = spawn(command, rest, {
    env: { ...process.env, npm_lifecycle_event: "", PRETENDED_NODE: "20.20.2", FOR_SCRIPT: "kept", ...env },
    stdio: "pipe",
  });
  const result = { output: "", errors: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    result.output += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    result.errors += text;
  });
  child.stdin.write("typed\n");
  const ended = new Promise<[number | null, string | null]>((resolve) =>
    child.once("close", (code, signal) => resolve([code, signal])),
  );
  return { child, result, ended };
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe.runIf(existsSync("node_modules/.bin/node"))("a script on a Node.js that is too old", () => {
  it("goes on with the same words, environment and streams on the packages' Node.js, and ends with its code", async () => {
    const { result, ended } = startOnOldNode(["end", "--flag"]);
    expect(await ended).toEqual([7, null]);
    expect(result.errors.trim()).toBe("end --flag kept typed");
    expect(result.output).toMatch(/^v24\.21\.0 \d+\n$/);
  });

  it("passes a signal on, and its code back", async () => {
    const { child, result, ended } = startOnOldNode(["stay"]);
    await expect.poll(() => result.output, { timeout: 20_000 }).toMatch(/^v24/);
    child.kill("SIGTERM");
    expect((await ended)[0]).toBe(9);
  });

  it("ends when the npm that started it is gone", async () => {
    // `wait` keeps the shell alive, as npm stays alive. If the shell is killed, it doesn't signal its script.
    const shell = ["sh", "-c", 'exec 3<&0; "$@" <&3 & wait', "npm"];
    const { child, result, ended } = startOnOldNode(["stay"], { below: shell, env: { npm_lifecycle_event: "test" } });
    await expect.poll(() => result.output, { timeout: 20_000 }).toMatch(/^v24/);
    child.kill("SIGKILL");
    await ended;
    const [, pid] = result.output.trim().split(" ");
    await expect.poll(() => isAlive(Number(pid)), { timeout: 20_000 }).toBe(false);
  });
});
