import type { Server } from "./server";
import { runNpm } from "./spawn-command";

/** What npm says, and how far a check on a busy machine is, isn't what it found. */
const beside = /^(npm |\d+ s: )/;

/** Runs `npm run invariants` as a person does; gives its exit code and its lines. */
export async function runInvariants(
  server: Pick<Server, "url" | "adminKey">,
  ...words: string[]
): Promise<{ code: number | null; lines: string[] }> {
  const env = { CHECKOUT_HOST: server.url, ADMIN_KEY: server.adminKey };
  const { code, stdout, stderr } = await runNpm("invariants", words, env);
  const lines = `${stdout}${stderr}`.trimEnd().split("\n");
  return { code, lines: lines.filter((line) => !beside.test(line)) };
}
