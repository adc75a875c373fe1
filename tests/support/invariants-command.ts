import { spawn } from "node:child_process";

import type { Server } from "./server";

/** Runs `npm run invariants` as a person does; gives its exit code and its lines. */
export function runInvariants(
  server: Pick<Server, "url" | "adminKey">,
  ...words: string[]
): Promise<{ code: number | null; lines: string[] }> {
  const env = { ...process.env, CHECKOUT_HOST: server.url, ADMIN_KEY: server.adminKey };
  const child = spawn("npm", ["run", "--silent", "invariants", "--", ...words], { env });
  let written = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    written += chunk;
  });
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    // What npm says, and how far a check on a busy machine is, is not what it found.
    if (!/^(npm |\d+ s: )/.test(chunk)) written += chunk;
  });
  return new Promise((resolve) => {
    child.once("close", (code) => resolve({ code, lines: written.trimEnd().split("\n") }));
  });
}
