import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { expect, it } from "vitest";

import { callAdmin, streamAdmin } from "./admin-client";

async function collectPrinted(text: string): Promise<unknown[]> {
  const server = createServer((_request, response) => {
    response.setHeader("content-type", "application/x-ndjson");
    response.end(`${JSON.stringify({ draws: [{ title: text, sold: 3, left: null }] })}\n`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { body } = await callAdmin({ url, key: "none" }, "GET", "/");
  const printed: unknown[] = [body];
  for await (const line of streamAdmin({ url, key: "none" }, "/")) printed.push(line);
  server.close();
  return printed;
}

it.each([
  ["an escape sequence", "Draw\u001b[2J\u001b]0;owned\u0007", "Draw [2J ]0;owned"],
  ["a carriage return and a backspace", "sold\r\b\bfree", "sold free"],
  ["a control of eight bits", "a\u009b31mb", "a 31mb"],
  ["another direction", "abc\u202edcba\u2066", "abc dcba"],
  ["a line that ends", "one\ntwo\u2028three", "one two three"],
])("%s in an answer can't control the terminal", async (_what, text, printed) => {
  const body = { draws: [{ title: printed, sold: 3, left: null }] };
  expect(await collectPrinted(text)).toEqual([body, body]);
});
