import type { Server } from "./server";
import { runNpm } from "./spawn-command";

/** npm's own lines, and progress on a busy machine. */
const beside = /^(npm |\d+ s: )/;

export async function runInvariants(
  server: Pick<Server, "url" | "adminKey">,
  ...words: string[]
): Promise<{ code: number | null; lines: string[] }> {
  const env = { CHECKOUT_HOST: server.url, ADMIN_KEY: server.adminKey };
  const { code, stdout, stderr } = await runNpm("invariants", words, env);
  const lines = `${stdout}${stderr}`.trimEnd().split("\n");
  return { code, lines: lines.filter((line) => !beside.test(line)) };
}
