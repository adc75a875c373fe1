import type { Server } from "./server";
import type { CommandResult } from "./spawn-command";
import { spawnCommand } from "./spawn-command";

type Command = "admin-key" | "device" | "draw" | "order";

export function runAdmin(
  command: Command,
  server: Pick<Server, "url" | "adminKey">,
  words: string[],
  more: Record<string, string> = {},
): Promise<CommandResult> {
  const own = { CHECKOUT_HOST: server.url, ADMIN_KEY: server.adminKey, TIRAGE_ADMIN: "Zoé" };
  const env = { ...process.env, ...own, ...more };
  return spawnCommand(process.execPath, ["--import", "tsx", `scripts/${command}.ts`, ...words], env);
}
