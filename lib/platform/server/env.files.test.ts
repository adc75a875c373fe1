import { randomBytes } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, describe, expect, it } from "vitest";
import { parseEnvironment, secretNames } from "./env";
import { parseMigrationEnvironment } from "./env.commands";

const secrets: Record<(typeof secretNames)[number], string> = {
  ADMIN_KEY: randomBytes(24).toString("base64"),
  BAMBORA_BOARDING_TOKEN: "token-of-boarding",
  DATABASE_URL: "postgres://db.example.ca/tirage?sslmode=verify-full",
  DRAWS_TOKEN: "token-of-the-feed",
  METRICS_TOKEN: randomBytes(24).toString("base64"),
  SECRETS_KEY: randomBytes(32).toString("base64"),
  SECRETS_KEY_PREVIOUS: randomBytes(32).toString("base64"),
  SMTP_URL: "smtps://tickets:secret@mail.example.ca?from=tickets@example.ca",
};

const live = {
  ...secrets,
  TIRAGE_MODE: "live",
  CHECKOUT_HOST: "https://tickets.example.ca",
  BAMBORA_API_URL: "https://api.na.bambora.com",
  BAMBORA_SCRIPT_URL: "https://libs.na.bambora.com/customcheckout/1/customcheckout.js",
  BAMBORA_BOARDING_URL: "https://api.na.bambora.com",
  DRAWS_URL: "https://draws.example.ca",
  TRUSTED_PROXY_HOPS: "0",
};

const folder = mkdtempSync(join(tmpdir(), "tirage-secrets-"));
afterAll(() => rmSync(folder, { recursive: true }));

function write(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text, { mode: 0o600 });
  return file;
}

function without(name: string): Record<string, string> {
  return Object.fromEntries(Object.entries(live).filter(([other]) => other !== name));
}

function listProblemLines(
  parse: (source: Record<string, string>) => unknown,
  source: Record<string, string>,
): string[] {
  try {
    parse(source);
    return [];
  } catch (error) {
    const [, ...lines] = (error as Error).message.split("\n");
    return lines.map((line) => line.trim());
  }
}

describe("every secret", () => {
  it.each(secretNames)("may lie in a file: %s", (name) => {
    const file = write(name, `  ${secrets[name]}\n`);
    const read = parseEnvironment({ ...without(name), [`${name}_FILE`]: file });
    expect(read[name]).toEqual(name === "SECRETS_KEY_PREVIOUS" ? [secrets[name]] : secrets[name]);
  });

  it.each(secretNames)("is refused in one line if its file is missing, a folder or empty: %s", (name) => {
    for (const file of [join(folder, "none"), folder, write("empty", " \n")]) {
      expect(listProblemLines(parseEnvironment, { ...without(name), [`${name}_FILE`]: file })).toEqual([
        `${name}_FILE: names no file that can be read and holds something`,
      ]);
    }
  });

  it.each(secretNames)("is refused if it is set twice, even to the same: %s", (name) => {
    const file = write(name, secrets[name]);
    const lines = listProblemLines(parseEnvironment, { ...live, [`${name}_FILE`]: file });
    expect(lines).toEqual([`${name}_FILE: cannot be set together with ${name}`]);
  });

  it("is checked like any other value, and never shown", () => {
    const weak = { ...without("ADMIN_KEY"), ADMIN_KEY_FILE: write("weak", "a".repeat(24)) };
    expect(listProblemLines(parseEnvironment, weak).join()).toMatch(/^ADMIN_KEY: is too weak(?!.*aaaa)/);
    const short = { ...without("SECRETS_KEY"), SECRETS_KEY_FILE: write("short", "c2hvcnQ=") };
    expect(listProblemLines(parseEnvironment, short)).toEqual(["SECRETS_KEY: 32 bytes in base64"]);
  });

  it.skipIf(process.getuid?.() === 0)("is refused if its file may not be read", () => {
    const file = write("forbidden", secrets.ADMIN_KEY);
    chmodSync(file, 0);
    const lines = listProblemLines(parseEnvironment, { ...without("ADMIN_KEY"), ADMIN_KEY_FILE: file });
    expect(lines).toEqual(["ADMIN_KEY_FILE: names no file that can be read and holds something"]);
  });
});

it("gives a demo the key of a file instead of one of its own", () => {
  const ADMIN_KEY_FILE = write("demo", secrets.ADMIN_KEY);
  expect(parseEnvironment({ TIRAGE_MODE: "demo", DATA_DIR: folder, ADMIN_KEY_FILE }).ADMIN_KEY).toBe(secrets.ADMIN_KEY);
});

it("gives migrations the database's URL from a file, and needs no other secret", () => {
  const file = write("database", `${secrets.DATABASE_URL}\n`);
  const given = { DATABASE_URL_FILE: file, SECRETS_KEY_FILE: "/nowhere" };
  expect(parseMigrationEnvironment(given).DATABASE_URL).toBe(secrets.DATABASE_URL);
  const both = { ...given, DATABASE_URL: secrets.DATABASE_URL };
  expect(listProblemLines(parseMigrationEnvironment, both)).toEqual([
    "DATABASE_URL_FILE: cannot be set together with DATABASE_URL",
  ]);
  const missing = { DATABASE_URL_FILE: join(folder, "none") };
  expect(listProblemLines(parseMigrationEnvironment, missing)).toHaveLength(1);
});
