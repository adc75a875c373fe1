import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

import { CommandError } from "@/scripts/command/admin-client";

/** Where files lie that are nobody else's: git keeps none of it, and images have none. In a container it is mounted. */
export const privateFolder = "private";

/**
 * Writes a new file that only its owner can read, in a folder that is made if need be. Throws `CommandError` if the
 * file exists already: none is ever replaced.
 */
export function writePrivately(file: string, text: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(file, text, { flag: "wx", mode: 0o600 });
  } catch (error) {
    const isThere = (error as NodeJS.ErrnoException).code === "EEXIST" && existsSync(file);
    throw new CommandError(isThere ? `${file} exists already.` : `Can't write ${file}: ${(error as Error).message}`);
  }
}
