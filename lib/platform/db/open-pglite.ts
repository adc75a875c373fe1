import "server-only";

import { mkdir } from "node:fs/promises";
import { join } from "node:path";

import { PGlite } from "@electric-sql/pglite";
import { drizzle } from "drizzle-orm/pglite";

import { logLine } from "@/lib/platform/server/log";
import type { MigrationEvent } from "./apply-migrations";
import { lockDataDirectory } from "./data-directory-lock";
import type { Database, OpenDatabase } from "./database";
import { findSinglePool } from "./database";
import { migratePglite } from "./migrate-pglite";

/** In memory without `directory` (tests). Throws `DataDirectoryInUse` and `SchemaMismatch`. */
export async function openPglite(
  directory?: string,
  template?: Blob,
  onEvent?: (event: MigrationEvent) => void,
): Promise<OpenDatabase> {
  const unlock = directory ? await lockDataDirectory(directory) : () => {};
  try {
    const dataDir = directory ? join(directory, "database") : undefined;
    if (dataDir) await mkdir(dataDir, { recursive: true });
    const client = await PGlite.create({
      ...(dataDir ? { dataDir } : {}),
      ...(template ? { loadDataDir: template } : {}),
    });
    if (dataDir) exitOnAbort(client);
    await migratePglite(client, onEvent);
    const db = drizzle({ client });
    const close = async () => {
      await client.close();
      unlock();
    };
    return { pools: findSinglePool(db as unknown as Database), embedded: true, close };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** After an abort, such as a full disk, PGlite would retry forever. The next start recovers what was committed. */
function exitOnAbort(client: PGlite): void {
  client.Module.onAbort = () => {
    logLine(
      "error",
      "The embedded database can't continue (is the disk full?). The process is exiting; its data is recovered at the next start.",
    );
    process.exit(1);
  };
}
