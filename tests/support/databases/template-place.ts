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

export async function templateAt(extension: "" | ".tar"): Promise<string> {
  const hash = createHash("sha256").update(await readFile("node_modules/@electric-sql/pglite/package.json"));
  const name = hash.update(await migrationDigest()).digest("hex");
  return `.cache/data-templates/${name.slice(0, 16)}${extension}`;
}
