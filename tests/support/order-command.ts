import { spawn } from "node:child_process";
import { once } from "node:events";

import type { Server } from "./server";

/** What a command wrote, and how it ended. */
export type Ran = { code: number | null; stdout: string; stderr: string };

type Commanded = Pick<Server, "url" | "adminKey">;

/** Runs `npm run order` as a person does, as a process of its own. */
export function runOrder(server: Commanded, words: string[]): Promise<Ran> {
  return runCommand("order", server, words);
}

/** Runs `npm run device` as a person does. */
export function runDevice(server: Commanded, words: string[]): Promise<Ran> {
  return runCommand("device", server, words);
}

async function runCommand(command: "order" | "device", server: Commanded, words: string[]): Promise<Ran> {
  const env = { ...process.env, CHECKOUT_HOST: server.url, ADMIN_KEY: server.adminKey, TIRAGE_ADMIN: "Zoé" };
  const child = spawn(process.execPath, ["--import", "tsx", `scripts/${command}.ts`, ...words], { env });
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
