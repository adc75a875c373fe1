import { spawn } from "node:child_process";
import { once } from "node:events";

import type { Server } from "./server";

/** What a command wrote, and how it ended. */
export type Ran = { code: number | null; stdout: string; stderr: string };

/** Runs `npm run order` as a person does, as a process of its own. */
export async function runOrder(server: Pick<Server, "url" | "adminKey">, words: string[]): Promise<Ran> {
  const env = { ...process.env, CHECKOUT_HOST: server.url, ADMIN_KEY: server.adminKey };
  const child = spawn(process.execPath, ["--import", "tsx", "scripts/order.ts", ...words], { env });
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
