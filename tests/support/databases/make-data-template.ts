import { appendFile, rm } from "node:fs/promises";
import { join } from "node:path";

import { openPglite } from "@/lib/platform/db/open-pglite";

const directory = process.argv[2];
if (!directory) throw new Error("Usage: make-data-template.ts DIRECTORY");
const database = await openPglite(directory);
await database.close();
// Half of the files that each test copies are databases that only `create database` needs.
for (const template of ["1", "4"]) await rm(join(directory, "database", "base", template), { recursive: true });
// The default of 128 MB is initialized at every start, which takes 0.1 s.
await appendFile(join(directory, "database", "postgresql.conf"), "\nshared_buffers = 16MB\n");
