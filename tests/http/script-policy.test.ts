import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { importDraw } from "@/tests/support/calls/buyer";
import { drawWith } from "@/tests/support/draws/draw";
import type { Server } from "@/tests/support/servers/server";
import { startServer } from "@/tests/support/servers/server";

let server: Server;

beforeAll(async () => {
  const env = {
    BAMBORA_SCRIPT_URL: "https://pay.example.com/1/card.js",
    BAMBORA_EXTRA_HOSTS: "frames=cards.example.com",
  };
  server = await startServer({ env });
  await importDraw(server, drawWith({ id: "demo5050" }));
});

afterAll(() => server.stop());

type Answer = { status: number; headers: Headers; html: string; scripts: string[] };

async function open(path: string, headers: Record<string, string> = {}): Promise<Answer> {
  const answer = await fetch(`${server.url}${path}`, { headers, redirect: "manual" });
  const html = await answer.text();
  const found = [
    ...html.matchAll(/<script\b(?![^>]*\bsrc=)(?![^>]*type="(?:application|text)\/)([^>]*)>([\s\S]*?)<\/script>/g),
  ];
  return { status: answer.status, headers: answer.headers, html, scripts: found.map(([whole]) => whole) };
}

function scriptSources({ headers }: Answer): string[] {
  const policy = headers.get("content-security-policy") ?? "";
  const directives = policy.split(/[;,]/).map((part) => part.trim());
  const scripts = directives.filter((part) => part.startsWith("script-src "));
  expect(scripts).toHaveLength(1);
  return scripts[0]?.split(" ").slice(1) ?? [];
}

function isAllowed(script: string, sources: string[]): boolean {
  const [, attributes = "", text = ""] = /^<script\b([^>]*)>([\s\S]*)<\/script>$/.exec(script) ?? [];
  const nonce = /nonce="([^"]+)"/.exec(attributes)?.[1];
  const hash = createHash("sha256").update(text).digest("base64");
  return sources.includes(`'sha256-${hash}'`) || sources.includes(`'nonce-${nonce}'`);
}

function expectStrict(answer: Answer): void {
  const sources = scriptSources(answer);
  expect(sources.join(" ")).not.toMatch(/unsafe|\*|data:|blob:/);
  expect(answer.scripts.length).toBeGreaterThan(0);
  expect(answer.scripts.filter((script) => !isAllowed(script, sources))).toEqual([]);
}

describe("a cached page", () => {
  it("has the hashes of its own scripts from the first response on", async () => {
    const path = "/fr/demo5050";
    const first = await open(path);
    // The cached page may expire in between.
    const again: Answer[] = [];
    const isFromCache = (answer: Answer) => /HIT|STALE/.test(answer.headers.get("x-nextjs-cache") ?? "");
    while (!again.some(isFromCache) && again.length < 20) again.push(await open(path));
    expect(again.some(isFromCache)).toBe(true);
    for (const answer of [first, ...again]) {
      expect(answer.status).toBe(200);
      expectStrict(answer);
    }
  });

  it("names this environment's card script, which the build didn't know", async () => {
    expect(scriptSources(await open("/demo5050"))).toContain("https://pay.example.com/1/card.js");
  });

  it("shows frames of the hosts that the configuration adds, beside the script's own, and the log names them", async () => {
    const policy = (await open("/demo5050")).headers.get("content-security-policy") ?? "";
    for (const name of ["frame-src", "connect-src"])
      expect(policy).toContain(`${name} 'self' https://pay.example.com https://cards.example.com;`);
    expect(scriptSources(await open("/demo5050")).join(" ")).not.toContain("cards.example.com");
    const line = server
      .output()
      .split("\n")
      .find((text) => text.includes("BAMBORA_EXTRA_HOSTS"));
    expect(JSON.parse(line ?? "{}")).toMatchObject({ level: "warn", frames: "cards.example.com" });
  });

  it("gets a new policy with each revalidation", async () => {
    const before = await open("/demo5050");
    await expect
      .poll(async () => (await open("/demo5050")).scripts.join() !== before.scripts.join(), {
        timeout: 60_000,
        interval: 500,
      })
      .toBe(true);
    expectStrict(await open("/demo5050"));
  });

  it("answers navigation inside the app", async () => {
    const answer = await fetch(`${server.url}/demo5050`, { headers: { rsc: "1" } });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toContain("text/x-component");
  });

  it("isn't cached elsewhere for long", async () => {
    expect((await open("/fr/demo5050")).headers.get("cache-control")).toBe("s-maxage=1");
  });
});

describe("a page rendered per request", () => {
  it.each(["/demo5050?title=Team", "/fr/demo5050?inSupportOf=Team", "/1/demo5050?title=Team"])(
    "%s has the hashes of its own scripts, and is kept by nobody",
    async (path) => {
      for (const answer of [await open(path), await open(path)]) {
        expect(answer.html).toContain("Team");
        expect(answer.html).not.toContain("nonce=");
        expectStrict(answer);
        expect(scriptSources(answer)).toContain("https://pay.example.com/1/card.js");
        expect(answer.headers.get("cache-control")).toBe("private, no-store");
        expect(answer.headers.get("x-nextjs-cache")).not.toMatch(/HIT|STALE/);
      }
    },
  );

  it.each(["/success", "/order/demo5050/00000000000000000000000000"])("%s has a new nonce each time", async (path) => {
    const answers = [await open(path), await open(path)];
    const nonces = answers.map((answer) => scriptSources(answer).find((source) => source.startsWith("'nonce-")));
    expect(nonces[0]).toMatch(/^'nonce-[0-9a-f]{32}'$/);
    expect(nonces[0]).not.toBe(nonces[1]);
    for (const answer of answers) expectStrict(answer);
    expect(answers[0]?.headers.get("cache-control")).toMatch(/no-store/);
  });

  it.each(["/success", "/order/demo5050/00000000000000000000000000"])(
    "%s loads nothing from third parties and sends nobody its address",
    async (path) => {
      const { headers } = await open(path);
      expect(headers.get("referrer-policy")).toBe("no-referrer");
      expect(headers.get("content-security-policy")).not.toMatch(/(script|frame|connect)-src[^;]*https?:/);
    },
  );
});

describe("a missing page", () => {
  it("has a strict policy too", async () => {
    const answer = await open("/zzz/yyy");
    expect(answer.status).toBe(404);
    expectStrict(answer);
  });
});

describe("every answer", () => {
  it.each(["/demo5050", "/success", "/zzz/yyy", "/api/health", "/_next/static/none.js"])(
    "%s has the base headers",
    async (path) => {
      const { headers } = await open(path);
      expect(headers.get("content-security-policy")).toMatch(
        /base-uri 'none'; object-src 'none'; frame-ancestors 'none'/,
      );
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("cross-origin-opener-policy")).toBe("same-origin-allow-popups");
      expect(headers.get("permissions-policy")).toContain("payment=(self)");
      expect(headers.get("x-powered-by")).toBeNull();
      expect(headers.get("strict-transport-security")).toBeNull();
    },
  );
});
