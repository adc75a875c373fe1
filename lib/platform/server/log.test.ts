import { afterEach, expect, it, vi } from "vitest";

import {
  getCurrentRequestId,
  inLogScope,
  inRequestScope,
  logFailure,
  logLine,
  markWithRequest,
  setRefusalReason,
} from "./log";
import { writeConsoleAsLines } from "./log-lines.mjs";

type Line = Record<string, unknown> & { error?: Record<string, unknown> };

afterEach(() => vi.restoreAllMocks());

function recordLines(method: "info" | "warn" | "error"): () => Line[] {
  const written = vi.spyOn(console, method).mockImplementation(() => undefined);
  return () => written.mock.calls.map(([text]) => JSON.parse(String(text)) as Line);
}

/** Lines go to a stream with `writableLength` unread bytes. */
function foreignConsole(writableLength = 0) {
  const written: string[] = [];
  const stream = { writableLength, write: (text: string) => written.push(text) };
  const to = { console: {} as Console, stdout: stream, stderr: stream };
  writeConsoleAsLines(to as unknown as Parameters<typeof writeConsoleAsLines>[0]);
  const lines = () =>
    written
      .join("")
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Line);
  return { console: to.console, stream, lines };
}

it("writes one line of JSON with time, level, message and fields", () => {
  const lines = recordLines("info");
  logLine("info", "request", { status: 200, reason: undefined });
  expect(lines()).toEqual([
    { time: expect.stringMatching(/^\d{4}-.*Z$/), level: "info", message: "request", status: 200 },
  ]);
});

it("keeps the kind and place of a database error and none of its data", () => {
  const lines = recordLines("error");
  const cause = Object.assign(new Error("duplicate key: marie@example.com"), {
    code: "23505",
    constraint: "orders_code",
    detail: "Key (buyer)=(marie@example.com) already exists.",
  });
  const error = Object.assign(new Error("Failed query: insert … params: 1,\n    at marie", { cause }), {
    query: "insert into orders",
    params: ["marie@example.com"],
  });
  logFailure("A request failed.", error);
  const [line] = lines();
  expect(line?.error).toMatchObject({ cause: { code: "23505", constraint: "orders_code" } });
  expect(JSON.stringify(line?.error?.frames)).toContain("log.test.ts");
  expect(JSON.stringify(line)).not.toContain("marie");
});

it.each([
  ['Unexpected token, "Marie Trem" is not valid JSON', "Marie"],
  ['Unexpected token, "{"name":"Marie","x":y}" is not valid JSON', "Marie"],
  ["no route for /success?instanceId=arena&orderId=AB", "orderId"],
  ["no route for /order/arena/01J9ZS3QK4M5N6P7R8T9V0W1XY", "01J9"],
  ["no route for /marie%40example.com", "marie"],
  ["550 5.1.1 <marie@example.com>: no such user", "marie"],
  ["cannot call +1 (506) 555-0142", "555"],
  ["card 4030 0000 1000 1234", "1234"],
  ["nobody lives at K1A 0B1", "K1A"],
  ["nobody lives at k1a0b1", "k1a"],
  ["position 45.42153, -75.69719", "421"],
])("removes personal data from an error's message: %s", (message, secret) => {
  const lines = recordLines("error");
  logFailure("A request failed.", new Error(message));
  const [line] = lines();
  expect(JSON.stringify(line)).not.toContain(secret);
  expect(JSON.stringify(line?.error?.frames)).toContain("log.test.ts");
});

it.each(["x", "1-", '"a ', "?a"])("processes a message as long as a body of %j in little processor time", (unit) => {
  recordLines("error");
  const before = process.cpuUsage();
  logFailure("A request failed.", new Error(unit.repeat(65_536 / unit.length)));
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(1000);
});

it("logs the request's id for everything that runs within it, concurrently with another", async () => {
  const lines = recordLines("warn");
  const within = (requestId: string, ms: number) =>
    inLogScope({ requestId }, async () => {
      await new Promise((resolve) => setTimeout(resolve, ms));
      logLine("warn", getCurrentRequestId());
    });
  await Promise.all([within("first", 20), within("second", 5)]);
  expect(lines().map(({ message, requestId }) => [message, requestId])).toEqual([
    ["second", "second"],
    ["first", "first"],
  ]);
});

it("records the reason for a refused request", () => {
  const reason = inLogScope({ requestId: "first" }, (scope) => {
    setRefusalReason("sold-out");
    return scope.reason;
  });
  expect(reason).toBe("sold-out");
});

it("logs in a job the request that began the work, and in another request only its own", () => {
  const lines = recordLines("info");
  const marked = inLogScope({ requestId: "opener" }, () => markWithRequest("key"));
  inLogScope({ job: "reconcile-payments", runId: "run" }, () => {
    inRequestScope(marked, () => logLine("info", "marked"));
    inRequestScope("key", () => logLine("info", "unmarked"));
    inRequestScope(null, () => logLine("info", "nobody"));
  });
  inLogScope({ requestId: "other" }, () => inRequestScope(marked, () => logLine("info", "asked")));
  expect(lines().map(({ message, requestId, runId }) => [message, requestId, runId])).toEqual([
    ["marked", "opener", "run"],
    ["unmarked", undefined, "run"],
    ["nobody", undefined, "run"],
    ["asked", "other", undefined],
  ]);
});

it("turns what others write to the console into lines, without anything that could be personal", () => {
  const foreign = foreignConsole();
  foreign.console.log("\u001b[1m▲ Next.js 16\u001b[22m\n\n- Local: http://localhost:3000");
  foreign.console.error("⨯", new Error("no row for marie@example.com"), { email: "marie@example.com" });
  foreign.console.info('{"time":"now","level":"info","message":"ours"}');
  expect(foreign.lines()).toMatchObject([
    { level: "info", message: "▲ Next.js 16" },
    { level: "info", message: "- Local: http://localhost:3000" },
    { level: "error", message: "⨯", error: { name: "Error", message: "no row for …" } },
    { message: "ours" },
  ]);
});

it("drops lines instead of using memory while nobody reads, and says how many", () => {
  const foreign = foreignConsole(2 * 1024 * 1024);
  foreign.console.warn("lost");
  foreign.console.warn("lost too");
  expect(foreign.lines()).toEqual([]);
  foreign.stream.writableLength = 0;
  foreign.console.warn("read again");
  expect(foreign.lines()).toMatchObject([{ lost: 2 }, { message: "read again" }]);
});
