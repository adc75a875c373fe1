import type { Server } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import type { CryptoKey, JWK, JWTHeaderParameters } from "jose";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";

import { createAppCheck } from "./gateway.app-check";

const projectNumber = "123";
const appId = "1:123:web:abc";
const header = { alg: "RS256", typ: "JWT", kid: "first" };

let server: Server;
let keys: JWK[];
let own: CryptoKey;
let keysUrl: string;
let status: number;
let reads: number;

beforeAll(async () => {
  const pairs = await Promise.all(["first", "second"].map(() => generateKeyPair("RS256")));
  keys = await Promise.all(
    pairs.map(async ({ publicKey }, index) => ({ ...(await exportJWK(publicKey)), kid: ["first", "second"][index] })),
  );
  own = pairs[0]?.privateKey as CryptoKey;
  server = createServer((_request, response) => {
    reads += 1;
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify({ keys }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  keysUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

beforeEach(() => {
  status = 200;
  reads = 0;
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
});

afterAll(() => server.close());

function open() {
  const client = { projectId: "p", appId, apiKey: "k", siteKey: "s", provider: "recaptcha-v3" as const };
  return createAppCheck({ mode: "enforce", routes: [], projectNumber, appId, keysUrl, client });
}

function tokenWith(given: Partial<JWTHeaderParameters>): Promise<string> {
  return new SignJWT({})
    .setProtectedHeader({ ...header, ...given })
    .setIssuer(`https://firebaseappcheck.googleapis.com/${projectNumber}`)
    .setAudience([`projects/${projectNumber}`])
    .setSubject(appId)
    .setExpirationTime("1h")
    .sign(own);
}

async function withHead(head: unknown): Promise<string> {
  const [, body, signature] = (await tokenWith({})).split(".");
  return [Buffer.from(JSON.stringify(head)).toString("base64url"), body, signature].join(".");
}

describe("a token", () => {
  it("is valid with one of several keys", async () => {
    expect(await open().verify(await tokenWith({}))).toEqual({ kind: "valid" });
  });

  it.each([
    ["forged", { ...header, kid: undefined }],
    ["forged", { ...header, kid: "third" }],
    ["forged", { ...header, kid: "second" }],
    ["forged", { ...header, alg: "HS256" }],
    ["forged", { ...header, alg: "none" }],
    ["malformed", { ...header, crit: ["x"], x: 1 }],
    ["malformed", null],
  ])("is %s with the head %j, without reading the keys", async (flaw, head) => {
    expect(await open().verify(await withHead(head))).toEqual({ kind: "flawed", flaw });
    expect(console.warn).not.toHaveBeenCalled();
  });
});

describe("keys that cannot be read", () => {
  it("are requested at most once a second, and arrive in the end", async () => {
    const appCheck = open();
    const token = await tokenWith({});
    status = 503;
    const startedMs = performance.now();
    for (const _ of Array.from({ length: 20 })) expect(await appCheck.verify(token)).toEqual({ kind: "unavailable" });
    expect(reads).toBeLessThanOrEqual(1 + Math.floor((performance.now() - startedMs) / 1000));
    const before = reads;
    status = 200;
    await vi.waitFor(async () => expect(await appCheck.verify(token)).toEqual({ kind: "valid" }), 30_000);
    expect(reads).toBe(before + 1);
  });

  it("are read once for many waiting callers, and reread once for an unknown key", async () => {
    const appCheck = open();
    const tokens = await Promise.all(Array.from({ length: 50 }, (_, index) => tokenWith({ kid: `made-up-${index}` })));
    await Promise.all(tokens.map((token) => appCheck.verify(token)));
    expect(reads).toBe(1);
  });
});
