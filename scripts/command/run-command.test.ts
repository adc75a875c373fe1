import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, describe, expect, it, vi } from "vitest";
import { isFullRun } from "@/tests/support/runner/which-tests";
import { spawnCommand } from "@/tests/support/servers/commands";
import { readCommandArguments, runCommand } from "./run-command";

const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
const entry = JSON.parse(/^ENTRYPOINT (.+)$/m.exec(readFileSync("Dockerfile", "utf8"))?.[1] ?? "[]") as string[];

const foreign = /^(npm_|ADMIN_|CHECKOUT_HOST|DATA_DIR|DATABASE_URL)/i;
const bare = Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)));
const folder = mkdtempSync(join(tmpdir(), "tirage-command-"));
const dataDir = join(folder, "data");
const env: NodeJS.ProcessEnv = { ...bare, NODE_ENV: "test", DATA_DIR: dataDir };

afterAll(() => rmSync(folder, { recursive: true }));

function runByNpm(words: string[]) {
  return spawnSync("npm", ["run", "--silent", ...words], { encoding: "utf8", env });
}

describe("options that npm takes for its own, for want of -- before", () => {
  const mistakes = [
    "person erase rosalie@example.test --dry-run",
    "migrate --check",
    "invariants demo --head demo=1:seal",
    "order refund A-1 --line=2",
    "order settle A-1 --not-paid",
    "draw free-holds demo --unknown",
    "device list --parent=P",
    "check:payment-page --list",
    "restored --to 2026-11-20T18:00:00Z",
  ];

  it.each(isFullRun ? mistakes : mistakes.slice(0, 3))(
    "end the command before it does anything: npm run %s",
    (line) => {
      const ran = runByNpm(line.split(" "));
      expect({ status: ran.status, stdout: ran.stdout }).toEqual({ status: 1, stdout: "" });
      expect(ran.stderr).toMatch(/npm took --[a-z-]+ for itself, so nothing was done\. Write -- before the words/);
      expect(ran.stderr).not.toContain("rosalie");
      expect(existsSync(dataDir)).toBe(false);
    },
  );

  it("are looked for by every command", () => {
    const files = Object.values(scripts).flatMap((script) => /scripts\/[\w/-]+\.ts/.exec(script)?.[0] ?? []);
    const unguarded = files.filter((file) => {
      const text = readFileSync(file, "utf8");
      return /process\.argv|parseArgs/.test(text) && !/runCommand\(|readCommandArguments\(/.test(text);
    });
    expect(files).toContain("scripts/person.ts");
    // The only option of this command lists more.
    expect(unguarded).toEqual(["scripts/check-layout.ts"]);
  });
});

async function withServer<Result>(work: (url: string, bodies: string[]) => Promise<Result>): Promise<Result> {
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    bodies.push(body);
    response.writeHead(401, { "content-type": "application/json" }).end('{"reason":"admin-key-invalid"}');
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    return await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, bodies);
  } finally {
    server.close();
  }
}

it.each([
  ["npm run", ["npm", "run", "--silent", "person", "--"]],
  ["the image of commands", [...entry, "person"]],
  ["the image of commands, with npm's --", [...entry, "person", "--"]],
])("passes a dry run on to the server, as run by %s", async (_name, [program = "", ...words]) => {
  await withServer(async (url, bodies) => {
    const given = { ...env, CHECKOUT_HOST: url, ADMIN_KEY: "key" };
    const ran = await spawnCommand(program, [...words, "erase", "rosalie@example.test", "--dry-run"], given);
    expect({ code: ran.code, bodies }).toEqual({
      code: 1,
      bodies: [JSON.stringify({ email: "rosalie@example.test", dryRun: true })],
    });
  });
});

it.each(["close demo other", "import a.jsonc b.jsonc", "list demo", "history demo --csv"])(
  "does nothing when more is asked for than it would do: draw %s",
  async (line) => {
    await withServer(async (url, bodies) => {
      const given = { ...env, CHECKOUT_HOST: url, ADMIN_KEY: "key" };
      const ran = await spawnCommand("node", ["--import", "tsx", "scripts/draw.ts", ...line.split(" ")], given);
      expect([ran.code, ran.stderr, bodies]).toEqual([1, expect.stringMatching(/^Usage: npm run draw/), []]);
    });
  },
);

it.each([
  ["WrongModeError", ["WrongModeError"], ["Mend this."]],
  ["TypeError", ["WrongModeError"], [expect.objectContaining({ name: "TypeError" })]],
])("shows only the message of an error that a person can mend: %s", async (name, expected, shown) => {
  const written = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const failing = async () => {
    throw Object.assign(new Error("Mend this."), { name });
  };
  await runCommand("", failing, expected);
  expect([process.exitCode, written.mock.calls[0]]).toEqual([1, shown]);
  process.exitCode = undefined;
  written.mockRestore();
});

it("takes what npm itself sets for no option", () => {
  const usual = { npm_config_user_agent: "npm", npm_config_script_shell: "sh", npm_lifecycle_event: "person" };
  expect(readCommandArguments("--dry-run --script URL --head H", ["erase", "--dry-run"], usual)).toEqual([
    "erase",
    "--dry-run",
  ]);
  expect(() => readCommandArguments("--dry-run", ["erase"], { ...usual, npm_config_dry_run: "true" })).toThrow(
    "npm took --dry-run for itself, so nothing was done. Write -- before the words: npm run person -- …",
  );
});
