import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { reportPath } from "@/lib/platform/csp/policy.mjs";
import { callRules } from "@/lib/platform/db/call-counts";
import { importDraw } from "@/tests/support/calls/buyer";
import { sendRaw } from "@/tests/support/calls/raw-request";
import { onPostgres } from "@/tests/support/databases/postgres-database";
import { drawWith } from "@/tests/support/draws/draw";
import type { Server } from "@/tests/support/servers/server";
import { startServer } from "@/tests/support/servers/server";
import type { Servers } from "@/tests/support/servers/several-servers";
import { startServers } from "@/tests/support/servers/several-servers";

const message = "The policy of a page blocked something.";

/** Jobs log lines meanwhile. */
const ofJobs = /^(job$|Jobs? )/;

/** Parts of reports that no line may contain. */
const secret = /rosalie|tremblay|4030000010001234|01J0000000000000000000ABCD|token=/i;

const orderUrl = "https://tickets.example/order/first-draw/01J0000000000000000000ABCD?token=1#rosalie";

/** A report in the format of `report-uri`. */
function old(blocked: string, directive = "script-src-elem") {
  const report = {
    "document-uri": orderUrl,
    referrer: `${orderUrl}&name=tremblay`,
    "effective-directive": directive,
    "original-policy": "script-src 'self'; report-uri /x?rosalie",
    "blocked-uri": blocked,
    "script-sample": "pay('4030000010001234', 'Rosalie Tremblay')",
  };
  return { type: "application/csp-report", body: JSON.stringify({ "csp-report": report }) };
}

/** Reports in the format of `report-to`. */
function fresh(...blocked: string[]) {
  const reports = blocked.map((blockedURL) => ({
    type: "csp-violation",
    age: 10,
    url: orderUrl,
    user_agent: "Rosalie",
    body: { documentURL: orderUrl, effectiveDirective: "connect-src", blockedURL, sample: "4030000010001234" },
  }));
  return { type: "application/reports+json", body: JSON.stringify(reports) };
}

type ReportRequest = { type: string; body: string | Uint8Array };

let networks = 0;
function newIpAddress(): string {
  networks += 1;
  return `198.51.100.${networks}`;
}

function send({ url }: Pick<Server, "url">, { type, body }: ReportRequest, ipAddress = newIpAddress()) {
  const headers = { "content-type": type, "x-forwarded-for": ipAddress };
  return sendRaw(url, { method: "POST", path: reportPath, headers, body });
}

type Line = { message: string; directive?: string; blocked?: string; times?: number; route?: string };

function linesOf(server: Pick<Server, "output">): Line[] {
  const whole = server.output().split("\n").slice(0, -1);
  return whole.filter((line) => line !== "").map((line) => JSON.parse(line) as Line);
}

function loggedReports(server: Pick<Server, "output">, blocked?: string): Line[] {
  return linesOf(server).filter((line) => line.message === message && (!blocked || line.blocked === blocked));
}

let server: Server;

beforeAll(async () => {
  server = await startServer();
  await importDraw(server, drawWith({ id: "first-draw" }));
});

afterAll(() => server.stop());

describe("reports of a page's policy", () => {
  it("go to the URL that its policy names", async () => {
    const { headers } = await sendRaw(server.url, { method: "GET", path: "/first-draw" });
    expect(headers["content-security-policy"]).toContain(`; report-uri ${reportPath}`);
  });

  it("are taken in both forms, and each kind is told once", async () => {
    for (let at = 0; at < 5; at += 1) {
      expect(await send(server, old("https://old.example/a.js?rosalie"))).toMatchObject({
        status: 200,
        text: '{"received":1}',
      });
      expect(await send(server, fresh("https://new.example/b?tremblay", "chrome-extension://x/y.js"))).toMatchObject({
        status: 200,
        text: '{"received":2}',
      });
    }
    const logged = { message, times: 1 };
    await expect.poll(() => loggedReports(server, "chrome-extension:").length).toBe(1);
    expect(loggedReports(server, "https://old.example")).toMatchObject([{ ...logged, directive: "script-src-elem" }]);
    expect(loggedReports(server, "https://new.example")).toMatchObject([{ ...logged, directive: "connect-src" }]);
  });

  it("leave nothing of a person in the log, and no line for each call", async () => {
    await send(server, old("https://rosalie.tremblay.cdn.shop.example/pixel?email=rosalie@example.test"));
    await send(server, fresh("data:text/plain,rosalie", "rosalie@example.test", `${orderUrl}`));
    await send(server, old("inline", "rosalie 4030000010001234"));
    await expect.poll(() => loggedReports(server, "https://….cdn.shop.example").length).toBe(1);
    expect(server.output()).not.toMatch(secret);
    expect(linesOf(server).filter(({ route }) => route === reportPath)).toEqual([]);
  });

  it.each<[string, ReportRequest, number, string]>([
    ["no JSON", { type: "application/csp-report", body: "{" }, 400, "malformed-json"],
    ["no UTF-8", { type: "application/reports+json", body: new Uint8Array([0x22, 0xff, 0x22]) }, 400, "malformed-json"],
    ["no report", { type: "application/csp-report", body: "{}" }, 422, "invalid-input"],
    ["a text", { type: "application/reports+json", body: '"x"' }, 422, "invalid-input"],
    ["a body of another type", { ...old("inline"), type: "application/json" }, 415, "content-type-unsupported"],
    ["a form", { ...old("inline"), type: "text/plain" }, 415, "content-type-unsupported"],
    ["too much", old(`https://big.example/${"a".repeat(70_000)}`), 413, "body-too-large"],
  ])("are refused as %s", async (_name, sent, status, reason) => {
    const answer = await send(server, sent);
    expect({ status: answer.status, reason: JSON.parse(answer.text).reason }).toEqual({ status, reason });
  });

  it("are refused from a network that sends many, while others are heard, in few lines", async () => {
    const ipAddress = newIpAddress();
    const before = linesOf(server).length;
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_none, at) => send(server, old(`https://flood-${at}.example/`), ipAddress)),
    );
    const { points } = callRules["policy-reports"];
    const accepted = answers.filter(({ status }) => status === 200);
    expect(accepted.length).toBeGreaterThanOrEqual(points);
    // A minute may have ended in between.
    expect(accepted.length).toBeLessThanOrEqual(2 * points);
    const refused = answers.find(({ status }) => status === 429);
    expect(Number(refused?.headers["retry-after"])).toBeGreaterThan(0);
    expect((await send(server, old("inline"))).status).toBe(200);
    const lines = linesOf(server)
      .slice(before)
      .filter(({ message: what }) => !ofJobs.test(what));
    expect(lines.filter(({ message: what }) => what.startsWith("A limit refused reports"))).toHaveLength(1);
    expect(lines.length).toBeLessThanOrEqual(accepted.length + 2);
  });

  it("of ever new kinds from ever new networks end in one line for all that is over a hundred", async () => {
    for (let at = 0; at < 20; at += 1) {
      const kinds = Array.from({ length: 20 }, (_none, kind) => `https://kind-${at}-${kind}.example/`);
      expect((await send(server, fresh(...kinds))).status).toBe(200);
    }
    await expect.poll(() => loggedReports(server, "too many kinds").length).toBe(1);
    expect(loggedReports(server).length).toBeLessThanOrEqual(101);
  });
});

describe.runIf(onPostgres)("reports to two processes on one database", () => {
  let running: Servers;

  beforeAll(async () => {
    running = await startServers(2);
  });
  afterAll(() => running?.stop());

  it("count for one limit, and each process tells a kind once", async () => {
    const ipAddress = newIpAddress();
    const statuses: number[] = [];
    const { points } = callRules["policy-reports"];
    for (let at = 0; at < 3 * points; at += 1) {
      const one = running.servers[at % 2] as Server;
      statuses.push((await send(one, old("https://both.example/"), ipAddress)).status);
    }
    const accepted = statuses.filter((status) => status === 200).length;
    expect(accepted).toBeGreaterThanOrEqual(points);
    expect(accepted).toBeLessThanOrEqual(2 * points);
    for (const one of running.servers) {
      await expect.poll(() => loggedReports(one, "https://both.example").length).toBe(1);
    }
  });
});
