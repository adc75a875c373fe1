import { mkdtempSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, it } from "vitest";

import { DataDirectoryInUse, lockDataDirectory } from "./data-directory-lock";

it("gives a directory to one holder at a time, whatever path it is opened by, and names the holder", async () => {
  const parent = mkdtempSync(join(tmpdir(), "tirage-lock-"));
  const directory = join(parent, "data");
  const unlock = await lockDataDirectory(directory);
  symlinkSync(directory, join(parent, "link"));
  await expect(lockDataDirectory(directory)).rejects.toThrow(`process ${process.pid}`);
  await expect(lockDataDirectory(join(parent, "link"))).rejects.toBeInstanceOf(DataDirectoryInUse);
  unlock();
  await new Promise((resolve) => setTimeout(resolve, 50));
  (await lockDataDirectory(directory))();
});
