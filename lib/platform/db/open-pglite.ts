import "server-only";

import { mkdir } from "node:fs/promises";
import { join } from "node:path";

import { PGlite } from "@electric-sql/pglite";
import { drizzle } from "drizzle-orm/pglite";

import { logLine } from "@/lib/platform/server/log";
import type { MigrationEvent } from "./apply-migrations";
import { lockDataDirectory } from "./data-directory-lock";
import type { Database, OpenDatabase } from "./database";
import { onePool } from "./database";
import { migratePglite } from "./migrate-pglite";

/**
 * Ends the process when the embedded database aborts, for example because its log can't grow on a full disk: otherwise
 * it would retry forever and nothing in this process would continue. PostgreSQL restarts by itself; here the next start
 * recovers what was committed.
 */
function endOnAbort(client: PGlite): void {
  client.Module.onAbort = () => {
    logLine(
      "error",
      "The embedded database can't continue (is the disk full?). The process is exiting; its data is recovered at the next start.",
    );
    process.exit(1);
  };
}

/**
 * Opens the embedded database in `directory`, migrated, or one in memory if it is undefined (tests): from the dumped
 * `template`, if given; `tell` hears what is migrated. Throws `DataDirectoryInUse` if another process has the
 * directory, and `UnfitSchema` if a later version changed the schema too much.
 */
export async function openPglite(
  directory?: string,
  template?: Blob,
  tell?: (event: MigrationEvent) => void,
): Promise<OpenDatabase> {
  const unlock = directory ? await lockDataDirectory(directory) : () => {};
  try {
    const dataDir = directory ? join(directory, "database") : undefined;
    if (dataDir) await mkdir(dataDir, { recursive: true });
    const client = await PGlite.create({
      ...(dataDir ? { dataDir } : {}),
      ...(template ? { loadDataDir: template } : {}),
    });
    if (dataDir) endOnAbort(client);
    await migratePglite(client, tell);
    const db = drizzle({ client });
    const close = async () => {
      await client.close();
      unlock();
    };
    return { pools: onePool(db as unknown as Database), embedded: true, close };
  } catch (error) {
    unlock();
    throw error;
  }
}
