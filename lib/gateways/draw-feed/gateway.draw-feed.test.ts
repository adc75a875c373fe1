import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import type { RunningSandbox } from "@/sandbox/start-sandbox";
import { startSandbox } from "@/sandbox/start-sandbox";
import { armFault, changeUpstream, clearFaults } from "@/tests/support/sandbox/sandbox-control";

import { createDrawFeed } from "./gateway.draw-feed";

let sandbox: RunningSandbox;

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 });
});
afterAll(() => sandbox.close());
beforeEach(() => clearFaults(sandbox.url));

const feedAt = (url: string, token: string | null = null) =>
  createDrawFeed({ url, token, refreshMs: 1000, timeoutMs: 500 });

async function readFrom(body: string | Buffer) {
  const server = createServer((_request, response) => response.end(body));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const answer = await feedAt(url).readInstance("one", null);
  await new Promise((resolve) => server.close(resolve));
  return answer;
}

describe("the draw feed", () => {
  it("reads an instance, and is told if nothing has changed since", async () => {
    await changeUpstream(sandbox.url, { instances: { one: { id: "one" } } });
    const first = await feedAt(sandbox.url).readInstance("one", null);
    expect(first).toMatchObject({ kind: "found", body: { id: "one" }, tag: expect.any(String) });
    const tag = first.kind === "found" ? first.tag : null;
    expect(await feedAt(sandbox.url).readInstance("one", tag)).toEqual({ kind: "same" });
    await changeUpstream(sandbox.url, { instances: { one: { id: "one", title: "x" } } });
    expect(await feedAt(sandbox.url).readInstance("one", tag)).toMatchObject({ kind: "found", body: { title: "x" } });
    expect(await feedAt(sandbox.url).readInstance("two", null)).toEqual({ kind: "missing" });
  });

  it("reads the words of one draw and the general ones", async () => {
    await changeUpstream(sandbox.url, { words: { en: { data: { a: "all" } }, "one/en": { data: { a: "one" } } } });
    const read = (drawId: string | null) => feedAt(sandbox.url).readMessages({ drawId, language: "en" }, null);
    expect(await read(null)).toMatchObject({ kind: "found", body: { data: { a: "all" } } });
    expect(await read("one")).toMatchObject({ kind: "found", body: { data: { a: "one" } } });
    expect(await read("two")).toEqual({ kind: "missing" });
  });

  it("sends its token", async () => {
    await changeUpstream(sandbox.url, { token: "right-token", instances: { one: { id: "one" } } });
    expect(await feedAt(sandbox.url, "right-token").readInstance("one", null)).toMatchObject({ kind: "found" });
    const refused = { kind: "unusable", problem: "refused" };
    expect(await feedAt(sandbox.url, "wrong-token").readInstance("one", null)).toEqual(refused);
    await changeUpstream(sandbox.url, { token: null });
  });

  it.each([
    ["a cut connection", { kind: "drop" }, "away"],
    ["a failure", { kind: "status", status: 502 }, "away"],
    ["silence", { kind: "hang" }, "slow"],
    ["a late answer", { kind: "delay", delayMs: 2000 }, "slow"],
    ["a page instead of JSON", { kind: "garbage", moment: "before" }, "malformed"],
    ["another address", { kind: "redirect", location: "http://127.0.0.1:9" }, "refused"],
  ] as const)("reports %s by kind", async (_what, fault, problem) => {
    await armFault(sandbox.url, { at: "instance", ...fault });
    expect(await feedAt(sandbox.url).readInstance("one", null)).toEqual({ kind: "unusable", problem });
  });

  it.each([
    ["more than a megabyte", JSON.stringify("x".repeat(1024 * 1024))],
    ["bytes that are no text", Buffer.from([0x22, 0xff, 0x22])],
    ["a text that no database takes", '"\\u0000"'],
    ["what is nested without end", "[".repeat(50_000) + "]".repeat(50_000)],
    ["what is nested further than any draw", `${"[".repeat(40)}${"]".repeat(40)}`],
  ])("rejects %s", async (_what, body) => {
    expect(await readFrom(body)).toEqual({ kind: "unusable", problem: "malformed" });
  });
});
