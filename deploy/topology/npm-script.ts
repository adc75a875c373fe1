import { runCommand } from "@/scripts/process/child-process.mjs";

import { getCertificatePath, siteUrl } from "./nginx";
import type { Place } from "./place";

/** A command that hangs would block everything after it. */
const timeoutMs = 600_000;

/** Throws the output if the command fails. */
export async function runScript(
  folder: string,
  name: string,
  env: Record<string, string>,
  ...args: string[]
): Promise<string> {
  const line = ["run", "--silent", name, ...(args.length > 0 ? ["--", ...args] : [])];
  const { code, output } = await runCommand("npm", line, { cwd: folder, env, withinMs: timeoutMs });
  if (code === 0) return output;
  throw new Error(`npm run ${name} exited with ${code}:\n${output}`);
}

/** Calls through nginx, as an admin does. Throws the output if the command fails. */
export function runAdmin(place: Place, name: string, ...args: string[]): Promise<string> {
  const env = {
    CHECKOUT_HOST: siteUrl(place),
    ADMIN_KEY: place.secrets.adminKey,
    NODE_EXTRA_CA_CERTS: getCertificatePath(place),
    TIRAGE_ADMIN: "topology",
  };
  return runScript(process.cwd(), name, env, ...args);
}
