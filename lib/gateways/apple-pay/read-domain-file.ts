import "server-only";

import { readFile } from "node:fs/promises";

import { logFailure } from "@/lib/platform/server/log";

/** Reads the file at each call, because Apple issues a new one when a domain is verified again. */
export async function readDomainFile(path: string | undefined): Promise<ArrayBuffer | null> {
  if (!path) return null;
  try {
    const file = await readFile(path);
    return new Uint8Array(file).buffer;
  } catch (error) {
    logFailure("The domain association file of Apple Pay cannot be read.", error);
    return null;
  }
}
