import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";

import { migrationDigest } from "./migration-digest";

export async function templateAt(extension: "" | ".tar"): Promise<string> {
  const hash = createHash("sha256").update(await readFile("node_modules/@electric-sql/pglite/package.json"));
  const name = hash.update(await migrationDigest()).digest("hex");
  return `.cache/data-templates/${name.slice(0, 16)}${extension}`;
}
