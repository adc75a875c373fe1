import { execFile, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

import { endWithWorker } from "@/tests/support/runner/end-with-worker";
import { createDatabase, dropDatabase } from "./postgres-database";
import { templateAt } from "./template-place";

/** Contains the URL of the PostgreSQL database that replaces the directory's embedded one. */
const databaseUrlFile = "test-database-url";

const openDatabases = new Set<string>();

endWithWorker(dropDatabases);

/** Created once and copied, because migrating takes seconds. */
export async function dataTemplate(): Promise<string> {
  const template = await templateAt("");
  if (existsSync(template)) return template;
  const draft = `${template}.${randomBytes(4).toString("hex")}`;
  await mkdir(draft, { recursive: true });
  migrateInto(draft);
  // Two workers may create it at once, of which the first rename wins.
  await rename(draft, template).catch(() => rm(draft, { recursive: true, force: true }));
  return template;
}

/** Null if the directory has an embedded database. */
export function findDatabaseUrl(dataDir: string): string | null {
  const file = join(dataDir, databaseUrlFile);
  return existsSync(file) ? readFileSync(file, "utf8") : null;
}

export async function ensureDatabase(dataDir: string): Promise<string | null> {
  const server = process.env.TEST_DATABASE_URL;
  if (!server) return null;
  const existing = findDatabaseUrl(dataDir);
  if (existing) return existing;
  const url = await createDatabase(server, "server");
  openDatabases.add(url);
  await mkdir(dataDir, { recursive: true });
  await writeFile(join(dataDir, databaseUrlFile), url);
  return url;
}

export async function freshDataDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "tirage-data-"));
  if (!(await ensureDatabase(directory))) await copyFolder(await dataTemplate(), directory);
  return directory;
}

export async function removeDataDirectory(dataDir: string): Promise<void> {
  const url = findDatabaseUrl(dataDir);
  if (url) await dropIfOpen(url);
  await rm(dataDir, { recursive: true, force: true });
}

function migrateInto(directory: string): void {
  const nodeArguments = [
    "--conditions=react-server",
    "--import",
    "tsx",
    "tests/support/databases/make-data-template.ts",
    directory,
  ];
  const result = spawnSync(process.execPath, nodeArguments, { encoding: "utf8", timeout: 120_000 });
  if (result.status !== 0) throw new Error(`The data template could not be made:\n${result.stdout}${result.stderr}`);
}

/** Copies with `cp` in a separate process, because Node's copy blocks the test's thread for 0.4 s. */
async function copyFolder(from: string, into: string): Promise<void> {
  await promisify(execFile)("cp", ["-R", `${from}/.`, into]);
}

async function dropIfOpen(url: string): Promise<void> {
  const server = process.env.TEST_DATABASE_URL;
  if (server && openDatabases.delete(url)) await dropDatabase(server, url);
}

async function dropDatabases(): Promise<void> {
  for (const url of openDatabases) await dropIfOpen(url);
}
