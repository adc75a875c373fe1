import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, describe, expect, it } from "vitest";

import { findAdminAccess } from "./admin-client";

const folder = mkdtempSync(join(tmpdir(), "tirage-admin-"));
const file = join(folder, "key");
writeFileSync(file, "key-of-a-file\n");
afterAll(() => rmSync(folder, { recursive: true }));

describe("findAdminAccess", () => {
  it("takes the key from the environment, from a file, or from a demo's folder", () => {
    expect(findAdminAccess({ ADMIN_KEY: "key", DATA_DIR: folder }).key).toBe("key");
    expect(findAdminAccess({ ADMIN_KEY_FILE: file, DATA_DIR: folder }).key).toBe("key-of-a-file");
    writeFileSync(join(folder, "admin-key"), "key-of-the-demo\n");
    expect(findAdminAccess({ DATA_DIR: folder }).key).toBe("key-of-the-demo");
  });

  it.each([
    ["both are set", { ADMIN_KEY: "key", ADMIN_KEY_FILE: file }, "both set"],
    ["the file is missing", { ADMIN_KEY_FILE: `${file}-none` }, "can't be read"],
    ["there is none", { DATA_DIR: join(folder, "none") }, "No admin key"],
  ])("says what is wrong if %s", (_name, environment, message) => {
    expect(() => findAdminAccess(environment)).toThrow(message);
  });
});
