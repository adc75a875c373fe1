import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { pageFindings } from "@/scripts/payment-page/page-findings";
import { fetchPage } from "@/scripts/payment-page/received-page";
import type { Inventory } from "@/scripts/payment-page/script-inventory.mjs";
import { hashSha256, inventoryFile } from "@/scripts/payment-page/script-inventory.mjs";
import { runCommand } from "@/scripts/process/child-process.mjs";
import { importDraw } from "@/tests/support/calls/buyer";
import { drawWith } from "@/tests/support/draws/draw";
import { isFullRun } from "@/tests/support/runner/which-tests";
import type { Alter, AlteringProxy } from "@/tests/support/servers/altering-proxy";
import { startAlteringProxy } from "@/tests/support/servers/altering-proxy";
import type { Server } from "@/tests/support/servers/server";
import { shareServer } from "@/tests/support/servers/shared-server";

let server: Server;
let proxy: AlteringProxy;
let inventory: Inventory;
let cardScript: string;
let standIns: string;

beforeAll(async () => {
  server = await shareServer();
  const sandbox = server.sandboxUrl.replace("127.0.0.1", "localhost");
  cardScript = `${sandbox}/customcheckout/1/customcheckout.js`;
  standIns = `${sandbox}/sandbox/`;
  await importDraw(server, drawWith({ id: "first-draw" }));
  proxy = await startAlteringProxy(server.url);
  inventory = JSON.parse(readFileSync(inventoryFile, "utf8")) as Inventory;
});

afterAll(async () => {
  await proxy?.stop();
  await server?.stop();
});

const command = ["--import", "tsx", "scripts/check-payment-page.ts"];

function run(...words: string[]) {
  return runCommand(process.execPath, [...command, ...words]);
}

function runOn(site: string) {
  return run(`${site}/first-draw`, "--script", cardScript, "--script", standIns);
}

function runAltered(alter: Alter) {
  proxy.alter(alter);
  return runOn(proxy.url);
}

function intoHead(markup: string): Alter {
  return (answer) => {
    answer.body = answer.body.replace("</head>", `${markup}</head>`);
  };
}

/** Changes the first of two policies. All answers have the second. */
function replaceInPolicy(from: string, to: string): Alter {
  return ({ headers }) => {
    const policy = headers.get("content-security-policy");
    if (policy) headers.set("content-security-policy", policy.replaceAll(from, to));
  };
}

function pathOf(part: string): string {
  const script = inventory.scripts.find((one) => one.part === part);
  if (!script) throw new Error(`The build has no script of ${part}.`);
  return script.path;
}

describe("npm run check:payment-page", () => {
  it("finds a server clean, also behind a proxy that changes nothing, and tells what the card host serves", async () => {
    const direct = await runOn(server.url);
    expect(direct).toMatchObject({ code: 0, output: expect.stringContaining("is as build") });
    expect(direct.output).toContain(`Of others: ${cardScript} has SHA-256 `);
    expect(await runAltered(() => undefined)).toMatchObject({ code: 0 });
  });

  it.each<[string, Alter[], string[]]>([
    [
      "scripts of elsewhere, which the policy keeps out, of its own that no build has, and inline",
      [
        intoHead('<script async src="https://evil.example/skim.js?to=1"></script>'),
        intoHead('<script src="/extra.js"></script>'),
        intoHead("<script>send(cards)</script>"),
      ],
      [
        "Unknown script: https://evil.example/skim.js",
        "Unknown script: {site}/extra.js",
        "Unknown inline script: send(cards)",
      ],
    ],
    [
      "a policy that lets another host in and doesn't say who may frame the page",
      [
        replaceInPolicy("script-src 'self'", "script-src 'self' https://evil.example"),
        replaceInPolicy("frame-ancestors 'none'; ", ""),
      ],
      ["Weaker policy: script-src allows https://evil.example", "Missing in the policy: frame-ancestors"],
    ],
    [
      "a page without its policy and without nosniff",
      [
        ({ headers }) => headers.delete("content-security-policy"),
        ({ headers }) => headers.delete("x-content-type-options"),
      ],
      ["Missing header: content-security-policy", "Missing header: x-content-type-options (expected nosniff)"],
    ],
  ])("tells %s, and ends with 1", async (_name, alters, lines) => {
    const { code, output } = await runAltered((answer) => {
      for (const alter of alters) alter(answer);
    });
    expect({ code, lines: output.trim().split("\n") }).toEqual({
      code: 1,
      lines: expect.arrayContaining(lines.map((line) => line.replace("{site}", proxy.url))),
    });
  });

  it.runIf(isFullRun)("tells a changed script of each part, and no other", async () => {
    const paths = ["framework", "page", "on demand", "polyfills"].map(pathOf);
    const { code, output } = await runAltered((answer) => {
      if (paths.includes(answer.path)) answer.body += "\n";
    });
    expect(code).toBe(1);
    const lines = output.trim().split("\n");
    const changed = /^Changed script: (\S+) has SHA-256 [0-9a-f]{64} \(expected [0-9a-f]{64}\)$/;
    expect(lines.map((line) => changed.exec(line)?.[1]).sort()).toEqual(paths.map((path) => proxy.url + path).sort());
  });

  it("tells a script that is gone, scripts of a sandbox that nobody allowed, and another build", async () => {
    const path = pathOf("on demand");
    proxy.alter(({ path: asked, body }) => {
      if (asked === path) throw new Error(`${body.length} bytes are lost.`);
    });
    const { code, output } = await run(`${proxy.url}/first-draw`);
    expect(code).toBe(1);
    expect(output).toContain(`Missing script: ${proxy.url}${path} was not received\n`);
    expect(output).toContain(`Unknown script: ${cardScript}\n`);
    expect(output).toContain(`Unknown script: ${standIns}apple-pay.js\n`);
    expect(output).toContain(`Weaker policy: script-src allows ${cardScript}\n`);
    expect(output).toContain(`Weaker policy: script-src allows ${standIns}\n`);
    const other = await runAltered((answer) => {
      answer.body = answer.body.replace(/data-build="[^"]*"/, 'data-build="other"');
    });
    expect(other.output).toContain(`Other build: the page is of other, the inventory of ${inventory.build}\n`);
    expect(other.code).toBe(1);
  });

  it.runIf(isFullRun)("says what it cannot open, and how it is used", async () => {
    for (const [words, said] of [
      [["http://127.0.0.1:9/first-draw"], "Can't open http://127.0.0.1:9/first-draw"],
      [[`${server.url}/none`], "answered with status 404"],
      [[`${server.url}/first-draw`, "--inventory", "none.json"], "Can't read the inventory none.json"],
      [[], "Usage: npm run check:payment-page"],
    ] as const) {
      expect(await run(...words)).toMatchObject({ code: 1, output: expect.stringContaining(said) });
    }
  });

  it("lists every script of the build with its hash and reason, and the frames of others", async () => {
    const { code, output } = await run("--list");
    expect(code).toBe(0);
    for (const { path, sha256 } of inventory.scripts) expect(output).toContain(`${sha256}  ${path}  `);
    for (const { url, reason } of inventory.foreign)
      expect(output).toMatch(new RegExp(`^${url}  .*: ${reason.slice(0, 20)}`, "m"));
    for (const { url, when, reason } of inventory.frames) expect(output).toContain(`${url}  ${when}: ${reason}`);
  });
});

describe("the inventory of a build", () => {
  it("has every script that the server gives out, as it gives it out, each with a reason", async () => {
    expect(inventory.scripts.length).toBeGreaterThan(20);
    for (const { path, sha256, reason } of inventory.scripts) {
      const answer = await fetch(`${server.url}${path}`);
      expect({ path, sha256: hashSha256(Buffer.from(await answer.arrayBuffer())) }).toEqual({ path, sha256 });
      expect(reason.length).toBeGreaterThan(20);
    }
  });

  it("names the scripts of others by path, except where only a folder stays, and says why without a hash", () => {
    const folders = inventory.foreign.filter(({ url }) => url.endsWith("/")).map(({ url }) => url);
    expect(folders).toEqual(["https://www.gstatic.com/recaptcha/", "https://connect.facebook.net/"]);
    for (const { whyNoHash, reason, when } of inventory.foreign) {
      expect([whyNoHash, reason, when].every((words) => words.length > 10)).toBe(true);
    }
  });
});

describe("a check without a browser", () => {
  const findings = async () =>
    pageFindings(await fetchPage(`${proxy.url}/first-draw`), inventory, { scripts: [cardScript, standIns] });

  it("finds the page clean, and what its document shows", async () => {
    proxy.alter(() => undefined);
    expect(await findings()).toEqual([]);
    proxy.alter(intoHead("<script src='https://evil.example/a.js'></script><script>x()</script>"));
    expect(await findings()).toEqual(["Unknown script: https://evil.example/a.js", "Unknown inline script: x()"]);
    const path = pathOf("framework");
    proxy.alter((answer) => {
      if (answer.path === path) answer.body = `fetch("//evil.example");${answer.body}`;
    });
    expect(await findings()).toMatchObject([expect.stringContaining(`Changed script: ${proxy.url}${path} `)]);
  });
});
