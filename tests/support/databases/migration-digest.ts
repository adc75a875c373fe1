import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

const migrationsFolder = "lib/platform/db/migrations";

export async function migrationDigest(): Promise<string> {
  const hash = createHash("sha256");
  for (const file of (await readdir(migrationsFolder)).sort()) {
    if (file.endsWith(".sql")) hash.update(file).update(await readFile(join(migrationsFolder, file)));
  }
  return hash.digest("hex");
}
