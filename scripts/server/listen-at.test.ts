import type { RequestListener } from "node:http";
import { createServer, Server } from "node:http";
import type { AddressInfo } from "node:net";

import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { listenAt } from "./listen-at.mjs";

const { listen } = Server.prototype;
const answer: RequestListener = (_request, response) => response.end();

beforeEach(() => listenAt("127.0.0.1"));
afterEach(() => {
  Server.prototype.listen = listen;
});

async function listenAndGetIp(...place: unknown[]): Promise<string> {
  const server = createServer(answer);
  Reflect.apply(server.listen, server, place);
  await vi.waitFor(() => expect(server.listening).toBe(true));
  const { address } = server.address() as AddressInfo;
  server.close();
  return address;
}

it("a server with a port and no host listens on ours", async () => {
  expect(await listenAndGetIp(0)).toBe("127.0.0.1");
  expect(await listenAndGetIp(0, undefined)).toBe("127.0.0.1");
  expect(await listenAndGetIp("0", 64)).toBe("127.0.0.1");
});

it("a server's own host and its callbacks stay", async () => {
  const callback = vi.fn();
  expect(await listenAndGetIp(0, "127.0.0.2", callback)).toBe("127.0.0.2");
  expect(await listenAndGetIp({ port: 0, host: "127.0.0.2" }, callback)).toBe("127.0.0.2");
  expect(await listenAndGetIp(0, callback)).toBe("127.0.0.1");
  expect(callback).toHaveBeenCalledTimes(3);
});
