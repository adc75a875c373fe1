import { execFile, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ConnectionOptions, SecureVersion } from "node:tls";
import { connect } from "node:tls";
import { promisify } from "node:util";

import { describe, expect, it } from "vitest";

import { findNginx } from "@/scripts/programs/nginx.mjs";
import { isOurVariable, readCompose } from "@/tests/support/servers/deployment";
import { freePort } from "@/tests/support/servers/free-port";

const run = promisify(execFile);

const compose = readCompose();
const dockerfile = readFileSync("Dockerfile", "utf8");
const services = Object.entries(compose.services);
const scripts = (JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> }).scripts;

const foreign = ["POSTGRES_INITDB_ARGS", "POSTGRES_PASSWORD_FILE", "POSTGRES_USER"];

describe("compose.yaml", () => {
  it.each(services)("names only what there is: %s", (_name, service) => {
    const targets = [...dockerfile.matchAll(/^FROM \S+ AS (\w+)$/gm)].map(([, target]) => target);
    if (service.build) expect(targets).toContain(service.build.target);
    for (const secret of service.secrets ?? []) expect(compose.secrets).toHaveProperty(secret);
    for (const volume of service.volumes ?? []) {
      const [source = ""] = volume.split(":");
      // Each installation provides these paths (docs/operations.md, Containers).
      const isHere = /^\.\/(private|secrets)(\/|$)/.test(source) || existsSync(source);
      expect(source.startsWith("./") ? isHere : source in compose.volumes, volume).toBe(true);
    }
    const others = Array.isArray(service.depends_on) ? service.depends_on : Object.keys(service.depends_on ?? {});
    for (const other of others) expect(compose.services).toHaveProperty(other);
    const unknown = Object.keys(service.environment ?? {}).filter((variable) => !isOurVariable(variable));
    expect(unknown.filter((variable) => !foreign.includes(variable))).toEqual([]);
  });

  it.each(services)("gives no container more than it needs: %s", (_name, service) => {
    const { cap_drop, read_only, security_opt } = service;
    expect({ cap_drop, read_only, security_opt }).toEqual({
      cap_drop: ["ALL"],
      read_only: true,
      security_opt: ["no-new-privileges:true"],
    });
  });

  it("gives the processes a role of the database that isn't the owner's, whose URL only migrations have", () => {
    const holders = (secret: string) => services.filter(([, { secrets }]) => secrets?.includes(secret));
    expect(holders("database-url").map(([name]) => name)).toEqual(["app-1", "app-2"]);
    expect(holders("database-owner-url").map(([name]) => name)).toEqual(["migrate"]);
    for (const [, { environment, secrets = [] }] of services.filter(([, { build }]) => build)) {
      expect(environment).not.toHaveProperty("DATABASE_URL");
      expect(secrets).toContain(environment?.DATABASE_URL_FILE?.replace("/run/secrets/", ""));
    }
  });

  it("runs a command that there is before the server", () => {
    expect(compose.services.migrate?.command?.filter((command) => !(command in scripts))).toEqual([]);
  });
});

async function writeShipped(folder: string, port: number, change = (text: string) => text): Promise<string[]> {
  const certificate = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=tickets.example.ca"];
  const written = ["-keyout", join(folder, "privkey.pem"), "-out", join(folder, "fullchain.pem")];
  await run("openssl", [...certificate, ...written]);
  const http = readFileSync("deploy/nginx/http.conf", "utf8").replace("/var/cache/nginx", folder);
  await writeFile(join(folder, "http.conf"), http);
  const text = readFileSync("deploy/compose/nginx.conf", "utf8")
    .replaceAll("/etc/tirage/tls", folder)
    .replace("/etc/tirage/nginx/http.conf", `${folder}/http.conf`)
    .replace("/etc/tirage/nginx", join(process.cwd(), "deploy/nginx"))
    .replace("/run/nginx.pid", `${folder}/nginx.pid`)
    .replace("/dev/stderr", `${folder}/error.log`)
    .replace("/dev/stdout", `${folder}/access.log`)
    .replace("listen 80 ", `listen unix:${folder}/http.sock `)
    .replaceAll("listen 443 ", `listen 127.0.0.1:${port} `);
  await writeFile(join(folder, "nginx.conf"), change(text));
  return ["-p", folder, "-c", join(folder, "nginx.conf")];
}

/** Resolves to the TLS version and cipher suite, or the code of the refusal. */
function shakeHands(port: number, offered: ConnectionOptions): Promise<string> {
  const servername = "tickets.example.ca";
  return new Promise((resolve) => {
    const socket = connect({ host: "127.0.0.1", port, servername, rejectUnauthorized: false, ...offered });
    socket.once("secureConnect", () => {
      resolve(`${socket.getProtocol()} ${socket.getCipher().name}`);
      socket.destroy();
    });
    socket.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
  });
}

async function withShipped<T>(use: (port: number) => Promise<T>, change?: (text: string) => string): Promise<T> {
  const [folder, port] = [await mkdtemp(join(tmpdir(), "tirage-compose-")), await freePort()];
  const started = [...(await writeShipped(folder, port, change)), "-e", "stderr", "-g", "daemon off;"];
  const child = spawn(findNginx() ?? "nginx", started, { stdio: "ignore" });
  const ended = new Promise((resolve) => child.once("close", resolve));
  try {
    await expect.poll(() => shakeHands(port, {}), { timeout: 20_000, interval: 50 }).not.toBe("ECONNREFUSED");
    return await use(port);
  } finally {
    child.kill("SIGTERM");
    await ended;
    await rm(folder, { recursive: true });
  }
}

const atVersion = (version: SecureVersion, ciphers = "ALL:@SECLEVEL=0"): ConnectionOptions => ({
  minVersion: version,
  maxVersion: version,
  ciphers,
});

async function offerAll(port: number): Promise<string[]> {
  const offers = [
    atVersion("TLSv1.3"),
    atVersion("TLSv1.2"),
    atVersion("TLSv1.2", "AES128-GCM-SHA256"),
    atVersion("TLSv1.2", "ECDHE-RSA-AES128-SHA"),
    atVersion("TLSv1.1"),
    atVersion("TLSv1"),
  ];
  return Promise.all(offers.map((offered) => shakeHands(port, offered)));
}

describe.runIf(findNginx())("the nginx of compose.yaml", () => {
  it("has a configuration that nginx takes", async () => {
    const folder = await mkdtemp(join(tmpdir(), "tirage-compose-"));
    const tested = await run(findNginx() ?? "nginx", ["-t", ...(await writeShipped(folder, await freePort()))]);
    expect(tested.stderr).toContain("test is successful");
    await rm(folder, { recursive: true });
  });

  it("offers TLS 1.3 and 1.2 with forward secrecy and authenticated encryption, and refuses the rest", async () => {
    const [newest, usual = "", ...old] = await withShipped(offerAll);
    expect(newest).toMatch(/^TLSv1\.3 TLS_/);
    expect(usual).toMatch(/^TLSv1\.2 ECDHE-RSA-.*(GCM|POLY1305)/);
    expect(old).toEqual(old.map(() => expect.stringMatching(/^(ERR_SSL|ECONNRESET)/)));
  });

  it("would offer other versions and suites if these settings stood elsewhere (negative control)", async () => {
    const protocols = /^ +ssl_protocols .*;\n/m;
    const misplace = (text: string) =>
      text
        .replace("    client_max_body_size", `${protocols.exec(text)?.[0]}    client_max_body_size`)
        .replace(protocols, "ssl_protocols TLSv1.2;\n")
        .replace(/^ +ssl_ciphers .*;\n/m, "");
    const [newest, , ...old] = await withShipped(offerAll, misplace);
    expect(newest).toMatch(/PROTOCOL_VERSION/);
    expect(old.slice(0, 2)).toEqual(["TLSv1.2 AES128-GCM-SHA256", "TLSv1.2 ECDHE-RSA-AES128-SHA"]);
    const loosen = (text: string) =>
      text
        .replace(/ssl_protocols .*;/, "ssl_protocols TLSv1.1;")
        .replace(/ssl_ciphers .*;/, "ssl_ciphers ALL:@SECLEVEL=0;");
    expect((await withShipped(offerAll, loosen))[4]).toMatch(/^TLSv1\.1 /);
  });
});
