import { runCommand } from "@/scripts/process/child-process.mjs";

/** No command of a run works longer; one that hangs would hold up everything after it. */
const withinMs = 600_000;

/** Runs `npm run NAME -- WORDS` in a folder as a person does, and gives what it said; throws that if it fails. */
export async function runScript(
  folder: string,
  name: string,
  env: Record<string, string>,
  ...words: string[]
): Promise<string> {
  const line = ["run", "--silent", name, ...(words.length > 0 ? ["--", ...words] : [])];
  const { code, output } = await runCommand("npm", line, { cwd: folder, env, withinMs });
  if (code === 0) return output;
  throw new Error(`npm run ${name} exited with ${code}:\n${output}`);
}
