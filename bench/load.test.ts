import type { Server } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { Call } from "./load";
import { connections, readText, runLoad } from "./load";

let server: Server;
let origin = "";

beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url === "/cut") return void request.socket.destroy();
    const status = request.url === "/refused" ? 429 : 200;
    response.writeHead(status, { "content-encoding": "gzip" });
    response.end(gzipSync('{"reason":"too-many-holds"}'));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

function createCall(path: string): Call {
  return { method: "GET", path, headers: {}, expected: 200 };
}

async function callTimes(count: number, path: string) {
  let callCount = 0;
  const texts = new Set<string>();
  const load = await runLoad(
    origin,
    () => callCount >= count,
    async (ask) => {
      callCount += 1;
      texts.add(readText(await ask(createCall(path))));
    },
  );
  return { ...load, callCount, texts: [...texts] };
}

describe("a load", () => {
  it("counts expected answers, and reads compressed ones", async () => {
    const { perSecond, failures, texts } = await callTimes(100, "/");
    expect(perSecond).toBeGreaterThan(0);
    expect({ failures, texts }).toEqual({ failures: {}, texts: ['{"reason":"too-many-holds"}'] });
  });

  it("counts any other status as a failure with its reason, and excludes it from the rate", async () => {
    const { perSecond, failures, callCount } = await callTimes(100, "/refused");
    expect(perSecond).toBe(0);
    expect(failures).toEqual({ "GET 429 too-many-holds": callCount });
  });

  it("counts broken connections as failures, and continues", async () => {
    const { perSecond, failures, callCount } = await callTimes(2 * connections, "/cut");
    expect(perSecond).toBe(0);
    expect(Object.values(failures).reduce((sum, count) => sum + count, 0)).toBe(callCount);
  });
});
