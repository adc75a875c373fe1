import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { environmentSchema } from "@/lib/platform/server/env.schema";
import { isOurVariable, longestStop, readUnit } from "@/tests/support/servers/deployment";

const unit = readUnit();
const operations = readFileSync("docs/operations.md", "utf8").replace(/\s+/g, " ");

function listValues(name: string): string[] {
  return unit.filter((setting) => setting.name === name).map(({ value }) => value);
}

const variables = listValues("Environment").flatMap((value) =>
  value.split(" ").map((pair) => pair.split("=") as [string, string]),
);

const foreign = ["NODE_ENV"];

describe("the unit of systemd", () => {
  it("sets only variables that there are", () => {
    expect(variables.length).toBeGreaterThan(5);
    expect(variables.filter(([name]) => !foreign.includes(name) && !isOurVariable(name))).toEqual([]);
    const own = variables.filter(([name, value]) => name in environmentSchema.shape && !value.includes("%"));
    for (const [name, value] of own) {
      const field = environmentSchema.shape[name as keyof typeof environmentSchema.shape];
      expect(field.safeParse(value).success, name).toBe(true);
    }
  });

  it("names each secret that it loads, and loads each that it names", () => {
    const loaded = listValues("LoadCredential").map((value) => value.split(":")[0]);
    const named = variables.flatMap(([, value]) => /^%d\/(.+)$/.exec(value)?.[1] ?? []);
    expect(named.sort()).toEqual(["admin-key", "secrets-key", "smtp-url"]);
    expect(loaded.sort()).toEqual(named);
  });

  it("starts what npm start does, on the checkout's own Node.js, from the folder that the guide names", () => {
    const [command = ""] = listValues("ExecStart");
    const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
    expect(command).toBe(`${listValues("WorkingDirectory")}/node_modules/.bin/${scripts.start}`);
    expect(existsSync(command.split(" ").at(-1) ?? "")).toBe(true);
    const credentials = listValues("LoadCredential").map((value) => value.split(":")[1]);
    for (const path of [...listValues("WorkingDirectory"), ...listValues("EnvironmentFile"), ...credentials]) {
      const isNamed = operations.includes(`\`${path}\``) || operations.includes(`\`${path?.split("/").at(-1)}\``);
      expect(isNamed, path).toBe(true);
    }
  });

  it("keeps its data where systemd lets it write", () => {
    const [folder] = listValues("StateDirectory");
    expect(Object.fromEntries(variables).DATA_DIR).toBe(`/var/lib/${folder}`);
    expect(listValues("ProtectSystem")).toEqual(["strict"]);
  });

  it("gives the time that the longest stop takes", () => {
    expect(Number(listValues("TimeoutStopSec")[0])).toBeGreaterThan(longestStop() + 5);
  });

  it.each(["Unit", "Service", "Install"])("has settings under [%s]", (section) => {
    expect(unit.filter((setting) => setting.section === section)).not.toEqual([]);
  });
});

const systemd = "/usr/bin/systemd-analyze";

it.runIf(existsSync(systemd))("the unit is one that systemd takes without a warning", () => {
  const folder = mkdtempSync(join(tmpdir(), "tirage-unit-"));
  const file = join(folder, "tirage@.service");
  // This Node.js replaces the installation's.
  const text = readFileSync("deploy/systemd/tirage@.service", "utf8");
  writeFileSync(file, text.replace("/srv/tirage/node_modules/.bin/node", process.execPath));
  const checked = spawnSync(systemd, ["verify", file], { encoding: "utf8" });
  rmSync(folder, { recursive: true });
  expect(checked).toMatchObject({ status: 0, stderr: "" });
});
