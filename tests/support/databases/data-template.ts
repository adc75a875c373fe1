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

/** Names the PostgreSQL database that stands for the embedded one of a data directory. */
const addressFile = "test-database-url";

/** Databases that this worker made and has not dropped yet. */
const openDatabases = new Set<string>();

// A test may keep its data directory or remove it by itself.
endWithWorker(dropDatabases);

function migrateInto(directory: string): void {
  const nodeArguments = [
    "--conditions=react-server",
    "--import",
    "tsx",
    "tests/support/databases/make-data-template.ts",
    directory,
  ];
  const made = spawnSync(process.execPath, nodeArguments, { encoding: "utf8", timeout: 120_000 });
  if (made.status !== 0) throw new Error(`The data template could not be made:\n${made.stdout}${made.stderr}`);
}

/** A data directory that holds a migrated, empty database; made once, because creating one takes seconds. */
export async function dataTemplate(): Promise<string> {
  const template = await templateAt("");
  if (existsSync(template)) return template;
  const draft = `${template}.${randomBytes(4).toString("hex")}`;
  await mkdir(draft, { recursive: true });
  migrateInto(draft);
  // Two workers may make it at once: the first rename wins and the other draft is thrown away.
  await rename(draft, template).catch(() => rm(draft, { recursive: true, force: true }));
  return template;
}

/** The PostgreSQL database of a data directory; null where the embedded one lies in it. */
export function databaseOf(dataDir: string): string | null {
  const file = join(dataDir, addressFile);
  return existsSync(file) ? readFileSync(file, "utf8") : null;
}

/** Where the tests run on PostgreSQL, gives a data directory a database there, once. */
export async function ensureDatabase(dataDir: string): Promise<string | null> {
  const server = process.env.TEST_DATABASE_URL;
  if (!server) return null;
  const known = databaseOf(dataDir);
  if (known) return known;
  const url = await createDatabase(server, "server");
  openDatabases.add(url);
  await mkdir(dataDir, { recursive: true });
  await writeFile(join(dataDir, addressFile), url);
  return url;
}

/** By the system's own program, in a process of its own: Node's `cp` takes the test's thread for 0.4 s. */
async function copyFolder(from: string, into: string): Promise<void> {
  await promisify(execFile)("cp", ["-R", `${from}/.`, into]);
}

/** A fresh temporary data directory with a migrated, empty database; `removeDataDirectory` takes both away. */
export async function freshDataDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "tirage-data-"));
  if (!(await ensureDatabase(directory))) await copyFolder(await dataTemplate(), directory);
  return directory;
}

async function dropIfOpen(url: string): Promise<void> {
  const server = process.env.TEST_DATABASE_URL;
  if (server && openDatabases.delete(url)) await dropDatabase(server, url);
}

/** Removes a data directory and its database. */
export async function removeDataDirectory(dataDir: string): Promise<void> {
  const url = databaseOf(dataDir);
  if (url) await dropIfOpen(url);
  await rm(dataDir, { recursive: true, force: true });
}

async function dropDatabases(): Promise<void> {
  for (const url of openDatabases) await dropIfOpen(url);
}
