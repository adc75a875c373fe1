import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { Server, ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { imageLimits, isPublicIp } from "./gateway.https";
import { createImageHost } from "./gateway.images";

let server: Server | undefined;
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pictures-"));
});

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  rmSync(folder, { recursive: true });
});

function createPng(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(64);
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]).copy(bytes);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}

function createJpeg(width: number, height: number): Buffer {
  const bytes = Buffer.from("ffd8ffe000040000ffc0001108000000000301", "hex");
  bytes.writeUInt16BE(height, 13);
  bytes.writeUInt16BE(width, 15);
  return bytes;
}

async function serve(answer: (response: ServerResponse) => void) {
  const requestedUrls: string[] = [];
  server = createServer((request, response) => {
    requestedUrls.push(request.url ?? "");
    answer(response);
  });
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { at: (host: string) => `http://${host}:${port}/a.png`, requestedUrls: requestedUrls };
}

const withBytes = (bytes: Buffer) => (response: ServerResponse) => void response.end(bytes);
const openHost = () => createImageHost({ folder, timeoutMs: 500, isAllowed: () => true });

describe("a picture of another host", () => {
  it.each([
    ["image/png", createPng(1200, 500)],
    ["image/jpeg", createJpeg(1200, 500)],
  ])("is taken as what its bytes are: %s", async (type, bytes) => {
    const { at } = await serve(withBytes(bytes));
    expect(await openHost().get(at("localhost"))).toEqual({ kind: "image", type, bytes });
  });

  it.each(["127.0.0.1", "localhost", "[::ffff:127.0.0.1]"])(
    "is never asked for at a private IP address: %s",
    async (host) => {
      const { at, requestedUrls } = await serve(withBytes(createPng(10, 10)));
      const found = await createImageHost({ folder, timeoutMs: 500 }).get(at(host));
      expect([found.kind, requestedUrls]).toEqual(["unavailable", []]);
      expect((await openHost().get(at("127.0.0.1"))).kind).toBe("image");
    },
  );

  it.each<[string, (response: ServerResponse) => void]>([
    ["an error", (response) => void response.writeHead(500).end(createPng(10, 10))],
    ["a redirect", (response) => void response.writeHead(302, { location: "https://example.test/a.png" }).end()],
    ["a page", withBytes(Buffer.from("<html></html>".repeat(10)))],
    ["a drawing that may hold more", withBytes(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"></svg>'))],
    ["too many pixels", withBytes(createPng(60_000, 60_000))],
    ["too many pixels in a JPEG", withBytes(createJpeg(60_000, 60_000))],
    ["too many bytes", withBytes(Buffer.concat([createPng(10, 10), Buffer.alloc(imageLimits.bytes)]))],
    ["half of a JPEG", withBytes(createJpeg(10, 10).subarray(0, 12))],
    ["nothing in time", () => undefined],
  ])("is unavailable with %s", async (_, answer) => {
    const { at } = await serve(answer);
    expect((await openHost().get(at("127.0.0.1"))).kind).toBe("unavailable");
  });
});

it.each(["10.0.0.1", "169.254.169.254", "100.64.0.1", "::1", "fd00::1", "fe80::1", "0.0.0.0", "::ffff:10.0.0.1", "x"])(
  "%s isn't a public IP address",
  (address) => expect([isPublicIp(address), isPublicIp("8.8.8.8")]).toEqual([false, true]),
);

describe("a picture of this site", () => {
  it("is read from its folder, and nothing outside of it", async () => {
    writeFileSync(join(folder, "a.svg"), "<svg/>");
    writeFileSync(join(folder, "secret.txt"), "secret");
    const host = createImageHost({ folder, timeoutMs: 500 });
    expect(await host.get("/a.svg")).toMatchObject({ kind: "image", type: "image/svg+xml" });
    for (const path of ["/none.svg", "/secret.txt", `/../${folder.split("/").pop()}x.svg`, "/../../etc/hostname"]) {
      expect((await host.get(path)).kind).toBe("unavailable");
    }
  });
});
