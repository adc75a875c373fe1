import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

import { describe, expect, it } from "vitest";

import { findNginx } from "@/scripts/parts/nginx.mjs";
import { isOurVariable, readCompose } from "@/tests/support/deployment";

const run = promisify(execFile);

const compose = readCompose();
const dockerfile = readFileSync("Dockerfile", "utf8");
const services = Object.entries(compose.services);
const scripts = (JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> }).scripts;

/** Variables that PostgreSQL's image reads. */
const foreign = ["POSTGRES_USER", "POSTGRES_PASSWORD_FILE"];

describe("compose.yaml", () => {
  it.each(services)("names only what there is: %s", (_name, service) => {
    const targets = [...dockerfile.matchAll(/^FROM \S+ AS (\w+)$/gm)].map(([, target]) => target);
    if (service.build) expect(targets).toContain(service.build.target);
    for (const secret of service.secrets ?? []) expect(compose.secrets).toHaveProperty(secret);
    for (const volume of service.volumes ?? []) {
      const [source = ""] = volume.split(":");
      // What an installation has of its own (docs/operations.md, Containers).
      const isHere = /^\.\/(private|secrets)(\/|$)/.test(source) || existsSync(source);
      expect(source.startsWith("./") ? isHere : source in compose.volumes, volume).toBe(true);
    }
    const others = Array.isArray(service.depends_on) ? service.depends_on : Object.keys(service.depends_on ?? {});
    for (const other of others) expect(compose.services).toHaveProperty(other);
    const unknown = Object.keys(service.environment ?? {}).filter((variable) => !isOurVariable(variable));
    expect(unknown.filter((variable) => !foreign.includes(variable))).toEqual([]);
  });

  it("runs a command that there is before the server", () => {
    expect(compose.services.migrate?.command?.filter((command) => !(command in scripts))).toEqual([]);
  });
});

describe.runIf(findNginx())("the nginx of compose.yaml", () => {
  it("has a configuration that nginx takes", async () => {
    const folder = await mkdtemp(join(tmpdir(), "tirage-compose-"));
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
      .replace("/dev/stdout", `${folder}/access.log`);
    await writeFile(join(folder, "nginx.conf"), text);
    const tested = await run(findNginx() ?? "nginx", ["-t", "-p", folder, "-c", join(folder, "nginx.conf")]);
    expect(tested.stderr).toContain("test is successful");
    await rm(folder, { recursive: true });
  });
});
