import { openPglite } from "@/lib/platform/db/open-pglite";

const directory = process.argv[2];
if (!directory) throw new Error("Usage: make-data-template.ts DIRECTORY");
const database = await openPglite(directory);
await database.close();
