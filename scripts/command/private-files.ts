import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

import { CommandError } from "@/scripts/command/admin-client";

/** Ignored by git and not in images. In a container, it is a mount. */
export const privateFolder = "private";

/** Only the owner can read the file. Throws `CommandError` if it exists. */
export function writePrivately(file: string, text: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(file, text, { flag: "wx", mode: 0o600 });
  } catch (error) {
    const exists = (error as NodeJS.ErrnoException).code === "EEXIST" && existsSync(file);
    throw new CommandError(exists ? `${file} exists already.` : `Can't write ${file}: ${(error as Error).message}`);
  }
}
