import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { PGlite } from "@electric-sql/pglite";

import type { OpenDatabase } from "@/lib/platform/db/database";
import { openPglite } from "@/lib/platform/db/open-pglite";

import { templateAt } from "./template-place";

/** Created once, because migrating takes seconds. */
export async function memoryTemplate(): Promise<string> {
  const template = await templateAt(".tar");
  if (existsSync(template)) return template;
  await mkdir(dirname(template), { recursive: true });
  const draft = `${template}.${randomBytes(4).toString("hex")}`;
  await writeFile(draft, await dumpEmpty());
  // Two runs may create it at once. Both are complete, and the last one stays.
  await rename(draft, template);
  return template;
}

export async function openMemory(): Promise<OpenDatabase> {
  return openPglite(undefined, new Blob([await readFile(await memoryTemplate())]));
}

async function dumpEmpty(): Promise<Buffer> {
  const { pools, close } = await openPglite();
  const dump = await (pools.sales as unknown as { $client: PGlite }).$client.dumpDataDir("none");
  await close();
  return Buffer.from(await dump.arrayBuffer());
}
