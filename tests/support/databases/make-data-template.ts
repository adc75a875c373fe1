import { appendFile, rm } from "node:fs/promises";
import { join } from "node:path";

import { openPglite } from "@/lib/platform/db/open-pglite";

const directory = process.argv[2];
if (!directory) throw new Error("Usage: make-data-template.ts DIRECTORY");
const database = await openPglite(directory);
await database.close();
// Of the files that each test's server copies, half are what `create database` would start from.
for (const template of ["1", "4"]) await rm(join(directory, "database", "base", template), { recursive: true });
// The default of 128 MB is filled at every start, which costs a tenth of a second; a test's data fits in less.
await appendFile(join(directory, "database", "postgresql.conf"), "\nshared_buffers = 16MB\n");
