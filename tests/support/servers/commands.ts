import { spawn } from "node:child_process";
import { once } from "node:events";

import type { Server } from "./server";

/** `written` has both streams in order. */
export type CommandResult = { code: number | null; stdout: string; stderr: string; written: string };

export async function spawnCommand(program: string, words: string[], env: NodeJS.ProcessEnv): Promise<CommandResult> {
  const child = spawn(program, words, { env });
  const ran: CommandResult = { code: null, stdout: "", stderr: "", written: "" };
  for (const stream of ["stdout", "stderr"] as const) {
    child[stream].setEncoding("utf8").on("data", (text: string) => {
      ran[stream] += text;
      ran.written += text;
    });
  }
  [ran.code] = (await once(child, "close")) as [number | null];
  return ran;
}

export function runNpm(name: string, words: string[], env: Record<string, string>): Promise<CommandResult> {
  return spawnCommand("npm", ["run", "--silent", name, "--", ...words], { ...process.env, ...env });
}

type Command = "admin-key" | "console" | "device" | "draw" | "order";

export function runAdmin(
  command: Command,
  server: Pick<Server, "url" | "adminKey">,
  words: string[],
  more: Record<string, string> = {},
): Promise<CommandResult> {
  const own = { CHECKOUT_HOST: server.url, ADMIN_KEY: server.adminKey, TIRAGE_ADMIN: "Zoé" };
  const env = { ...process.env, ...own, ...more };
  return spawnCommand(process.execPath, ["--import", "tsx", `scripts/${command}.ts`, ...words], env);
}

/** Matches npm's own lines, and progress on a busy machine. */
const progressLines = /^(npm |\d+ s: )/;

export async function runInvariants(
  server: Pick<Server, "url" | "adminKey">,
  ...words: string[]
): Promise<{ code: number | null; lines: string[] }> {
  const env = { CHECKOUT_HOST: server.url, ADMIN_KEY: server.adminKey };
  const { code, stdout, stderr } = await runNpm("invariants", words, env);
  const lines = `${stdout}${stderr}`.trimEnd().split("\n");
  return { code, lines: lines.filter((line) => !progressLines.test(line)) };
}
