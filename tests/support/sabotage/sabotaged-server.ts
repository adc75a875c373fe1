import { freshDataDirectory, removeDataDirectory } from "@/tests/support/databases/data-template";
import { editData } from "@/tests/support/databases/edit-data";
import type { Server } from "@/tests/support/servers/server";
import { startServer } from "@/tests/support/servers/server";

/** For negative controls only. */
export async function startServerWithout(statements: readonly string[]): Promise<Server> {
  const dataDir = await freshDataDirectory();
  await editData(dataDir, statements);
  const server = await startServer({ dataDir });
  const stop: Server["stop"] = async (signal) => {
    await server.stop(signal);
    await removeDataDirectory(dataDir);
  };
  return { ...server, stop };
}
