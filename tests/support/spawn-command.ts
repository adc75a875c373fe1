import { spawn } from "node:child_process";
import { once } from "node:events";

/** What a command wrote, and how it ended. */
export type Ran = { code: number | null; stdout: string; stderr: string };

/** Runs a program to its end, while this process goes on. */
export async function spawnCommand(program: string, words: string[], env: NodeJS.ProcessEnv): Promise<Ran> {
  const child = spawn(program, words, { env });
  const ran: Ran = { code: null, stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    ran.stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    ran.stderr += text;
  });
  [ran.code] = (await once(child, "close")) as [number | null];
  return ran;
}
