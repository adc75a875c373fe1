import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, expect, it } from "vitest";

import { writePrivately } from "./private-files";

const parent = mkdtempSync(join(tmpdir(), "tirage-private-"));
afterAll(() => rmSync(parent, { recursive: true }));

const folder = join(parent, "private");
const file = join(folder, "gala.jsonc");

it("writes files that only their owner can read, and makes their folder so too", () => {
  writePrivately(file, "{}");
  expect([folder, file].map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o600]);
});

it("never replaces a file, and says why it can't write one", () => {
  expect(() => writePrivately(file, "other")).toThrow(`${file} exists already.`);
  expect(readFileSync(file, "utf8")).toBe("{}");
  expect(() => writePrivately(join(file, "below.json"), "")).toThrow(/^Can't write .*below\.json: (ENOTDIR|EEXIST)/);
});
