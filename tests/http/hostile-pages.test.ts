import { describe, expect, it, vi } from "vitest";

import { findLeaks } from "@/tests/support/calls/check-refusal";
import type { RawAnswer } from "@/tests/support/calls/raw-request";
import { hostileCallsForFile, selectCases } from "@/tests/support/hostile/hostile-calls";

const calls = hostileCallsForFile();

// Each unknown page is rendered, on a shared machine.
vi.setConfig({ testTimeout: 180_000 });

const markup = "</title><script>alert(1)</script><img src=x onerror=alert(1)>";
const marks = [/<script>alert/, /<img src=x/, /onerror=alert\(1\)>/, /="(?:https?:)?\/\/evil\.example/];

function wrongWithPage({ status, headers, text }: RawAnswer): string[] {
  // Next's router format counts as data if no browser can interpret it as a page.
  const isPage = headers["content-type"] !== "text/x-component" || headers["x-content-type-options"] !== "nosniff";
  const problems = marks.filter((mark) => isPage && mark.test(text)).map((mark) => `says ${mark}`);
  const [leak] = findLeaks(text);
  if (leak) problems.push(`leaks ${leak}`);
  if (status >= 500) problems.push(`status ${status}`);
  const { location, "cache-control": cacheControl } = headers;
  if (status >= 400 && !/no-store/.test(String(cacheControl)))
    problems.push(`a failure may be stored: ${cacheControl}`);
  const isRedirect = status >= 300 && status < 400;
  if (isRedirect && !/^\/(?![\\/])/.test(String(location))) problems.push(`leads to ${location}`);
  return problems;
}

async function wrongWithPages(paths: string[], headers: Record<string, string> = {}): Promise<string[]> {
  const queue = selectCases(paths);
  const wrong: string[] = [];
  const work = async () => {
    for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
      const problems = wrongWithPage(await calls.send({ method: "GET", path, headers }));
      wrong.push(...problems.map((problem) => `${path?.slice(0, 80)}: ${problem}`));
    }
  };
  await Promise.all(Array.from({ length: 6 }, work));
  return wrong;
}

describe("a page", () => {
  const script = encodeURIComponent(markup);
  const ids = [
    ...[
      "%ff",
      "%",
      "%c0%ae",
      "%00",
      "%0d%0aSet-Cookie:a=b",
      "%E2%80%AEfirst-draw",
      "..%2f..%2fhealth",
      "first-draw%00",
    ],
    ...["FIRST-DRAW", "'--", "__proto__", "constructor", "[id]", "api", "_next", "A".repeat(8000), script],
    ...["%2F%2Fevil.example", "\\evil.example", "first-draw.rsc", "-"],
  ];

  it.each(["", "/fr", "/en"])("under %j with a hostile id is not found", async (prefix) => {
    const { drawId, orderId } = calls.target();
    const paths = ids.flatMap((id) => [
      `${prefix}/${id}`,
      `${prefix}/1/${id}`,
      `${prefix}/${id}~dGl0bGU9R2FsYQ`,
      `${prefix}/order/${id}/${orderId}`,
      `${prefix}/order/${drawId}/${id}`,
      `${prefix}/${id}?title=${script}`,
    ]);
    expect(await wrongWithPages(paths)).toEqual([]);
  });

  it.each([
    "/order/second-draw/ORDER",
    "/success?instanceId=second-draw&orderId=ORDER",
    "/first-draw~dGl0bGU9R2FsYQ",
    "/first-draw%00",
    "/FIRST-DRAW",
    ...["_next", "_i18n", ".well-known", "de"].flatMap((language) => [
      `/${language}`,
      `/${language}/first-draw`,
      `/${language}/1/first-draw`,
      `/${language}/order/first-draw/ORDER`,
      `/${language}/success?instanceId=first-draw&orderId=ORDER`,
    ]),
  ])("at %s does not exist", async (path) => {
    const answer = await calls.send({ method: "GET", path: path.replace("ORDER", calls.target().orderId) });
    expect(answer.status).toBe(404);
    expect(answer.headers["cache-control"]).toContain("no-store");
    expect(answer.text).not.toContain("Rosalie");
  });

  it.each(["/success", "/successV1", "/first-draw", "/", "/staticSuccess", "/order/first-draw/x"])(
    "%s with a hostile query renders none of it as markup",
    async (path) => {
      const values = [
        script,
        "%00",
        "%ff",
        "%",
        "x".repeat(1500),
        "%0d%0aSet-Cookie:a=b",
        "//evil.example",
        "fr%0d%0a",
      ];
      const names = ["title", "inSupportOf", "filter", "instanceId", "orderId", "_rsc"];
      const paths = values.flatMap((value) => [
        `${path}?${names.map((name) => `${name}=${value}`).join("&")}`,
        `${path}?lang=${value}`,
        `${path}?instanceId=a&instanceId=${value}&orderId=b&title=a&title=${value}`,
      ]);
      expect(await wrongWithPages(paths)).toEqual([]);
    },
  );

  it.each([
    { host: "evil.example" },
    { "x-forwarded-host": "evil.example" },
    { "x-forwarded-proto": "javascript", forwarded: "host=evil.example" },
    { rsc: "1", "next-router-state-tree": "%5B%22" },
    { rsc: "1", "next-url": "//evil.example" },
    { "accept-language": "fr;q=NaN,".repeat(500) },
    { cookie: "i18n_redirected=%ff" },
    { cookie: `i18n_redirected=${script}` },
    { "x-middleware-subrequest": "middleware:middleware:middleware:middleware:middleware" },
    { "x-matched-path": "/api/health", "x-invoke-path": "/api/health" },
    { "x-middleware-rewrite": "https://evil.example/", "x-nextjs-data": "1" },
  ] as Record<string, string>[])("doesn't follow the headers %j", async (headers) => {
    const { drawId, orderId } = calls.target();
    expect(await wrongWithPages([`/${drawId}`, `/order/${drawId}/${orderId}`, "/", "/none"], headers)).toEqual([]);
  });

  it("of an order is never cached", async () => {
    const { drawId, orderId } = calls.target();
    const answer = await calls.send({ method: "GET", path: `/order/${drawId}/${orderId}` });
    expect(answer.headers["cache-control"]).toContain("no-store");
    expect(answer.text).not.toContain("rosalie@example.test");
  });

  it.each([
    "/.env",
    "/.data/admin-key",
    "/.git/config",
    "/package.json",
    "/_next/static/../../package.json",
    "/_next/static/%2e%2e/%2e%2e/package.json",
    "/..%2f..%2f.data/admin-key",
    "/_next/image?url=http://evil.example/&w=64&q=75",
  ])("isn't built from the file %s", async (path) => {
    const answer = await calls.send({ method: "GET", path });
    expect([400, 404]).toContain(answer.status);
    expect(answer.text).not.toContain(calls.server().adminKey);
  });
});

calls.testsOfNoEffect();
