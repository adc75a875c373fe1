import { randomUUID } from "node:crypto";

import { beforeAll, describe, expect, it } from "vitest";
import type { ApiRoute } from "@/tests/support/calls/api-routes";
import { freshIpAddress } from "@/tests/support/calls/buyer";
import type { RawRequest } from "@/tests/support/calls/raw-request";
import { onPostgres, runStatements } from "@/tests/support/databases/postgres-database";
import type { Expected } from "@/tests/support/hostile/hostile-calls";
import { findRow, findRows, hostileCallsForFile } from "@/tests/support/hostile/hostile-calls";
import type { LastCalls } from "@/tests/support/hostile/watched-server";

const calls = hostileCallsForFile();

type Headers = Record<string, string | string[]>;

function casesWith(call: RawRequest, forms: Headers[], reason: string): [string, RawRequest, Expected][] {
  return forms.map((form) => [
    JSON.stringify(form).slice(0, 80),
    { ...call, headers: { ...call.headers, ...form } },
    { reasons: [reason] },
  ]);
}

/** The headers of a browser for a call by another site's page, and forged variants. */
function foreignForms(port: number): Headers[] {
  const own = `http://localhost:${port}`;
  const origins = [
    "null",
    "",
    "https://evil.example",
    `http://localhost.evil.example:${port}`,
    `http://localhost:${port + 1}`,
    `${own}.evil.example`,
    `${own}, https://evil.example`,
    "file://",
    "not an origin",
  ];
  return [
    ...origins.map((origin) => ({ origin })),
    ...["cross-site", "same-site", "", "None", "same-origin, cross-site"].map((site) => ({ "sec-fetch-site": site })),
    { origin: own, "sec-fetch-site": "cross-site" },
    { origin: "null", "sec-fetch-site": "same-origin" },
    { origin: "https://evil.example", "x-forwarded-host": "evil.example", "x-forwarded-proto": "https" },
  ];
}

const refusedAsForeign: Expected = { reasons: ["foreign-origin"] };

describe("a write from a foreign page", () => {
  it.each(findRows((row) => row.caller === "writer"))("is refused by %s", async (_name, row) => {
    const forms = foreignForms(calls.server().port);
    expect(await calls.problemsOfAll(casesWith(calls.callOf(row), forms, "foreign-origin"))).toEqual([]);
  });
});

describe("a call of the console", () => {
  const rows = findRows(({ caller }) => caller === "admin" || caller === "person");

  /** As an admin calls, but without the key. */
  const callBySession = (row: ApiRoute, headers: Record<string, string>): RawRequest => {
    const call = calls.callOf(row);
    const { authorization: _key, ...others } = call.headers ?? {};
    return { ...call, headers: { ...others, ...headers } };
  };

  it.each(rows)(
    "with a session of an admin is refused from a foreign page, whatever it reads or writes: %s",
    async (_name, row) => {
      const call = callBySession(row, { cookie: calls.session() });
      const forms = [{}, ...foreignForms(calls.server().port)];
      expect(await calls.problemsOfAll(casesWith(call, forms, "foreign-origin"))).toEqual([]);
    },
  );

  it.each(rows)("without a session, or with none of ours, is refused by %s", async (_name, row) => {
    const own = { "sec-fetch-site": "same-origin", origin: `http://localhost:${calls.server().port}` };
    const cookies = ["tirage-console=", `tirage-console=${"A".repeat(43)}`, "tirage-console=%00", "tirage-console=x"];
    const forms = cookies.map((cookie) => ({ ...own, cookie, "x-forwarded-for": freshIpAddress() }));
    const others = [own, { ...own, cookie: calls.session().replace("tirage-console", "__Host-tirage-console") }];
    const expected = { reasons: ["admin-key-wrong", "session-required"] };
    const cases = [...others, ...forms].map((form): [string, RawRequest, Expected] => [
      JSON.stringify(form),
      callBySession(row, form),
      expected,
    ]);
    expect(await calls.problemsOfAll(cases)).toEqual([]);
  });

  it("negative control: the same session reads at its own pages", async () => {
    const call = callBySession(findRow("/api/admin/me"), { cookie: calls.session(), "sec-fetch-site": "same-origin" });
    expect(await calls.send(call)).toMatchObject({ status: 200 });
  });
});

/** With the embedded database, the server would have to be stopped for this. */
describe.runIf(onPostgres)("the last call of a tablet and of a session, two minutes ago", () => {
  let before: LastCalls;

  beforeAll(async () => {
    const url = calls.server().databaseUrl ?? "";
    const tables = ["devices", "person_sessions"];
    await runStatements(
      url,
      tables.map((table) => `update ${table} set seen_at = now() - interval '2 minutes'`),
    );
    before = await calls.lastCalls();
  });

  it("stays as it is while foreign pages call", async () => {
    const rows = findRows(({ caller, ofDevice }) => caller !== "anyone" && (ofDevice || caller !== "writer"));
    const foreign = { "sec-fetch-site": "cross-site", origin: "https://evil.example" };
    const cases = rows.map(([name, row]): [string, RawRequest, Expected] => {
      const { authorization: _key, ...headers } = calls.callOf(row).headers ?? {};
      const sent: Headers = { cookie: calls.session(), ...headers, ...foreign };
      return [name, { ...calls.callOf(row), headers: sent }, refusedAsForeign];
    });
    for (const one of cases) expect(await calls.checkRefusal(...one)).toEqual([]);
    expect(await calls.lastCalls()).toEqual(before);
  });

  it("negative control: moves when their own pages call", async () => {
    const own = { "sec-fetch-site": "same-origin" };
    await calls.send({ ...calls.callOf(findRow("/api/admin/me")), headers: { cookie: calls.session(), ...own } });
    await calls.send(calls.callOf(findRow("/api/terminal/draws")));
    const after = await calls.lastCalls();
    const moved = Object.keys(before).filter((id) => (after[id] ?? 0) > (before[id] ?? 0) + 100_000);
    expect(moved).toEqual([expect.stringMatching(/^session /), expect.stringMatching(/^tablet /)]);
  });
});

describe("metrics", () => {
  it("are unknown to everybody where no token is set", async () => {
    const values = ["", "Bearer", "Bearer ", "Bearer undefined", "Bearer null", `Bearer ${calls.server().adminKey}`];
    const forms: Headers[] = [{}, ...values.map((authorization) => ({ authorization }))];
    const call = calls.callOf(findRow("/api/metrics"));
    expect(await calls.problemsOfAll(casesWith(call, forms, "not-found"))).toEqual([]);
  });
});

describe("the admin's key", () => {
  it.each(findRows((row) => row.caller === "admin"))("is required by %s in its one form", async (_name, row) => {
    const { adminKey } = calls.server();
    const values = [
      "",
      "Bearer",
      "Bearer undefined",
      "Bearer wrong",
      adminKey,
      `bearer ${adminKey}`,
      `Bearer  ${adminKey}`,
      `Bearer ${adminKey}x`,
      `Bearer ${adminKey.slice(0, -1)}`,
      `Bearer ${adminKey} ${adminKey}`,
      `Bearer "${adminKey}"`,
      `Token ${adminKey}`,
      `Basic ${Buffer.from(`admin:${adminKey}`).toString("base64")}`,
      `Bearer ${"x".repeat(8000)}`,
      "Bearer \u00ff\u00fe",
    ];
    const forms: Headers[] = [
      {},
      // Wrong keys from one network are soon refused as too many.
      ...values.map((authorization) => ({ authorization, "x-forwarded-for": freshIpAddress() })),
      { "x-admin-key": adminKey, "x-api-key": adminKey },
      { "proxy-authorization": `Bearer ${adminKey}` },
      { cookie: `authorization=Bearer ${adminKey}; admin-key=${adminKey}` },
    ];
    const call = calls.callOf(row);
    const { authorization: _right, ...headers } = call.headers ?? {};
    const query = `?key=${adminKey}&authorization=Bearer%20${adminKey}`;
    const inQuery = { ...call, path: call.path + query, headers };
    const cases = casesWith({ ...call, headers }, forms, "admin-key-wrong");
    expect(await calls.problemsOfAll([...cases, ["in the query", inQuery, { reasons: ["admin-key-wrong"] }]])).toEqual(
      [],
    );
  });

  it.each(findRows((row) => row.caller === "admin"))("isn't echoed by %s", async (_name, row) => {
    const call = calls.callOf(row);
    const headers = { ...call.headers, authorization: `bearer ${calls.server().adminKey}` };
    const answer = await calls.send({ ...call, headers });
    expect(JSON.stringify(answer)).not.toContain(calls.server().adminKey);
  });
});

describe("headers", () => {
  it("without a proper Idempotency-Key are refused", async () => {
    const long = [15, 256, 8000].map((length) => "x".repeat(length));
    const others = ["", " ", "short", "with spaces in between", "\u00e9".repeat(20), "tab\tbetween-all-of-it"];
    const forms = [...long, ...others, [randomUUID(), randomUUID()]].map((key) => ({ "idempotency-key": key }));
    const call = calls.callOf(findRow("/api/orders"));
    expect(await calls.problemsOfAll(casesWith(call, forms, "idempotency-key-required"))).toEqual([]);
  });

  it.each([
    { cookie: `tirage-client=${"x".repeat(12_000)}` },
    { cookie: "tirage-client=%00; tirage-client=; =; ;;;" },
    { "x-forwarded-for": "1.2.3.4, ".repeat(500) },
    { "x-forwarded-for": "'; drop table orders; --" },
    { "x-forwarded-host": "evil.example", host: "evil.example" },
    { "if-none-match": '"a", W/"b", *' },
    { range: "bytes=0-1" },
    { "x-middleware-subrequest": "middleware:middleware:middleware:middleware:middleware" },
    { "accept-language": "fr;q=1e999, *;q=NaN" },
    { accept: "text/html" },
    { expect: "100-continue" },
  ] as Record<string, string>[])("%j don't change an answer", async (form) => {
    const headers = { ...form, "content-type": "application/json" };
    const request = { method: "POST", path: "/api/getInstance", headers, body: '{"instanceId":"none"}' };
    expect(await calls.checkRefusal("getInstance", request, { reasons: ["draw-not-found"] })).toEqual([]);
  });

  it("that are too large are refused before they are read", async () => {
    const headers = { a: "x".repeat(20_000) };
    expect((await calls.send({ method: "GET", path: "/api/health", headers })).status).toBe(431);
  });
});

calls.testsOfNoEffect({ callsBySession: true });
