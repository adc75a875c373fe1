import { existsSync, readdirSync, readFileSync } from "node:fs";

import { describe, expect, it } from "vitest";

import { privateFolder } from "@/scripts/command/private-files";
import { longestStop, readCompose } from "@/tests/support/servers/deployment";

const compose = readCompose();
const nginx = readFileSync("deploy/compose/nginx.conf", "utf8");
const dockerfile = readFileSync("Dockerfile", "utf8");
const [, ...ignoring] = readFileSync(".dockerignore", "utf8").trim().split("\n");
const apps = Object.keys(compose.services).filter((name) => name.startsWith("app-"));

function toNumber(ipAddress: string): number {
  return ipAddress.split(".").reduce((sum, part) => sum * 256 + Number(part), 0);
}

function isIn(range: string, ipAddress: string): boolean {
  const [first = "", bits] = range.split("/");
  const size = 2 ** (32 - Number(bits));
  return Math.floor(toNumber(ipAddress) / size) === Math.floor(toNumber(first) / size);
}

describe("the processes in containers", () => {
  it("have the IP addresses that nginx knows, which no other container is given", () => {
    const [{ subnet, ip_range } = { subnet: "", ip_range: "" }] = compose.networks.default.ipam.config;
    const ipAddresses = apps.map((name) => compose.services[name]?.networks?.default?.ipv4_address ?? "");
    expect(new Set(ipAddresses).size).toBe(2);
    expect(ipAddresses.filter((ipAddress) => !isIn(subnet, ipAddress) || isIn(ip_range, ipAddress))).toEqual([]);
    const known = [...nginx.matchAll(/^\s+server (\S+)(?: fail_timeout=2s)?;$/gm)].map(([, server]) => server);
    expect(known).toEqual(ipAddresses.map((ipAddress) => `${ipAddress}:3000`));
  });

  it("are given the time that the longest stop takes", () => {
    const periods = apps.map((name) => Number(compose.services[name]?.stop_grace_period?.replace("s", "")));
    expect(periods.filter((seconds) => !(seconds > longestStop() + 5))).toEqual([]);
  });
});

/** The top-level entry is listed in .dockerignore, and the path isn't secret. */
function isCopied(path: string): boolean {
  const [first] = path.split("/");
  return ignoring.includes(`!${first}`) && !/(^|\/)\.env/.test(path);
}

describe("what goes into images", () => {
  it("is named, each file or folder of the root", () => {
    expect(ignoring[0]).toBe("*");
    const named = ignoring.slice(1).filter((line) => line.startsWith("!"));
    expect(named.filter((line) => !/^![^/*]+$/.test(line) || !existsSync(line.slice(1)))).toEqual([]);
    expect(ignoring.slice(1 + named.length)).toEqual(["**/.env*", "**/*.tsbuildinfo"]);
  });

  it("is no secret of compose.yaml, no draw, and nothing about a person", () => {
    const files = Object.values(compose.secrets).map(({ file }) => file);
    const mounted = Object.values(compose.services)
      .flatMap(({ volumes = [] }) => volumes)
      .flatMap((volume) => /^\.\/([^:]+)/.exec(volume)?.[1] ?? [])
      .filter((path) => !path.startsWith("deploy/"));
    expect(mounted).toContain("secrets/tls");
    const kept = [...files, ...mounted, ".env", "gala.jsonc", "day.csv", "person-2026-11-20T100000.json", "dump.sql"];
    expect(kept.filter(isCopied)).toEqual([]);
    const ignored = readFileSync(".gitignore", "utf8").split("\n");
    const folders = new Set([...files, ...mounted].map((path) => `/${path.split("/")[0]}/`));
    expect([...folders].filter((folder) => !ignored.includes(folder))).toEqual([]);
  });

  it("is all code, and all that the server's image takes of the build", () => {
    const code = readdirSync(".", { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && /^[a-z]/.test(entry.name))
      .map(({ name }) => name)
      .filter((name) => !["deploy", "docs", "node_modules", "private", "secrets", "test-results"].includes(name));
    const copied = [...dockerfile.matchAll(/\/app\/(\S+)/g)].map(([, path = ""]) => path);
    const taken = copied.filter((path) => path !== "node_modules" && !path.startsWith(".next"));
    expect(taken.length).toBeGreaterThan(5);
    const listed = [...dockerfile.matchAll(/^COPY ((?:[\w.-]+ )+)/gm)].flatMap(([, words = ""]) =>
      words.trim().split(" "),
    );
    const needed = [...code, ...taken, ...listed.filter((path) => path !== "."), "tsconfig.json"];
    expect(needed.filter((path) => !isCopied(path))).toEqual([]);
  });

  it("isn't what commands wrote into their folder, which the containers share with the host", () => {
    expect(compose.services.migrate?.volumes).toContain(`./${privateFolder}:/app/${privateFolder}`);
    expect(isCopied(privateFolder)).toBe(false);
  });
});
