import { spawn } from "node:child_process";
import { once } from "node:events";

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
