import type { Server } from "./server";
import type { Ran } from "./spawn-command";
import { spawnCommand } from "./spawn-command";

type Commanded = Pick<Server, "url" | "adminKey">;

/** Runs `npm run order` as a person does, as a process of its own. */
export function runOrder(server: Commanded, words: string[]): Promise<Ran> {
  return runCommand("order", server, words);
}

/** Runs `npm run device` as a person does. */
export function runDevice(server: Commanded, words: string[]): Promise<Ran> {
  return runCommand("device", server, words);
}

function runCommand(command: "order" | "device", server: Commanded, words: string[]): Promise<Ran> {
  const env = { ...process.env, CHECKOUT_HOST: server.url, ADMIN_KEY: server.adminKey, TIRAGE_ADMIN: "Zoé" };
  return spawnCommand(process.execPath, ["--import", "tsx", `scripts/${command}.ts`, ...words], env);
}
