import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, describe, expect, it } from "vitest";

import { parseEnvironment } from "@/lib/platform/server/env";
import { findAdminAccess } from "@/scripts/command/admin-client";
import { readCompose, readUnit } from "@/tests/support/servers/deployment";

const own = {
  TIRAGE_MODE: "live",
  CHECKOUT_HOST: "https://tickets.example.ca",
  BAMBORA_API_URL: "https://api.na.bambora.com",
  BAMBORA_SCRIPT_URL: "https://libs.na.bambora.com/customcheckout/1/customcheckout.js",
  TRUSTED_PROXY_HOPS: "1",
};

const secrets = {
  SECRETS_KEY: randomBytes(32).toString("base64"),
  ADMIN_KEY: randomBytes(24).toString("base64"),
  SMTP_URL: "smtps://tickets:secret@mail.example.ca?from=tickets@example.ca",
};

const folder = mkdtempSync(join(tmpdir(), "tirage-secrets-"));
afterAll(() => rmSync(folder, { recursive: true }));

const socket = "localhost/tirage?host=/var/run/postgresql";
const urls = {
  server: `postgres://tirage_server:one-secret@${socket}`,
  owner: `postgres://tirage:another-secret@${socket}`,
};

const files = {
  "secrets-key": secrets.SECRETS_KEY,
  "admin-key": secrets.ADMIN_KEY,
  "smtp-url": secrets.SMTP_URL,
  "database-url": urls.server,
  "database-owner-url": urls.owner,
};
for (const [file, secret] of Object.entries(files)) writeFileSync(join(folder, file), `${secret}\n`, { mode: 0o600 });

function inFolder(variables: Record<string, string>, mounted: string): Record<string, string> {
  const entries = Object.entries(variables).map(([name, value]) => [name, value.replace(mounted, folder)]);
  return Object.fromEntries(entries) as Record<string, string>;
}

const compose = readCompose();
const ofUnit = readUnit()
  .filter(({ name }) => name === "Environment")
  .flatMap(({ value }) => value.replaceAll("%i", "3000").split(" "))
  .map((pair) => pair.split("=") as [string, string]);

function ofService(name: string): Record<string, string> {
  return inFolder(compose.services[name]?.environment ?? {}, "/run/secrets");
}

const deployments: [name: string, given: Record<string, string>, databaseUrl: string][] = [
  ["app-1 of compose.yaml", ofService("app-1"), urls.server],
  ["app-2 of compose.yaml", ofService("app-2"), urls.server],
  ["migrate of compose.yaml", ofService("migrate"), urls.owner],
  ["the unit of systemd", { DATABASE_URL: urls.server, ...inFolder(Object.fromEntries(ofUnit), "%d") }, urls.server],
];

describe("the secrets of a deployment, in the files that it names", () => {
  it.each(deployments)("are those of a live server: %s", (_name, given, databaseUrl) => {
    const expected = { ...secrets, DATABASE_URL: databaseUrl, PORT: 3000 };
    expect(parseEnvironment({ ...own, ...given })).toMatchObject(expected);
  });

  it("open the admin API to commands in containers", () => {
    expect(findAdminAccess({ ...own, ...ofService("migrate") }).key).toBe(secrets.ADMIN_KEY);
  });
});
