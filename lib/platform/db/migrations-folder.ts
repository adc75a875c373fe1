import "server-only";

import { join } from "node:path";

/** Where the migrations lie, from the folder that the server is started in. */
export const migrationsFolder = join(process.cwd(), "lib/platform/db/migrations");
