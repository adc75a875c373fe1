import "server-only";

import { readFile } from "node:fs/promises";

import { logFailure } from "@/lib/platform/server/log";

/**
 * The domain association file from Apple, byte for byte; null where none is configured or it cannot be read. Read anew
 * for each use: Apple gives a new one for a domain that is verified again.
 */
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
