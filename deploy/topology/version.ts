import { cp, mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";

import { addMigrations } from "@/tests/support/databases/later-migrations";

import type { Place } from "./place";

/** Without packages and the build's cache. */
const parts = [
  ...["package.json", "tsconfig.json", "next.config.ts", "cache-handler.mjs"],
  ...[".next", "lib", "messages", "public", "sandbox", "scripts"],
];

const migration = `alter table "orders" add column "topology" text;`;

/** Copies this build and adds a migration with a column. */
export async function makeVersion({ folder }: Pick<Place, "folder">): Promise<string> {
  const version = join(folder, "next-version");
  await mkdir(version);
  for (const part of parts) {
    await cp(part, join(version, part), { recursive: true, filter: (path) => !path.startsWith(".next/cache") });
  }
  await symlink(join(process.cwd(), "node_modules"), join(version, "node_modules"));
  addMigrations(join(version, "lib/platform/db/migrations"), [migration]);
  return version;
}
