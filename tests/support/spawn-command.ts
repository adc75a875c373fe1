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

/** Runs `npm run NAME` as a person does; gives its exit code, and what it wrote in either way. */
export async function runByNpm(
  name: string,
  words: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<{ code: number | null; written: string }> {
  const { code, stdout, stderr } = await spawnCommand("npm", ["run", "--silent", name, "--", ...words], env);
  return { code, written: stdout + stderr };
}
