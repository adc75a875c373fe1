import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { adminCall, createBuyer, importDraw } from "@/tests/support/calls/buyer";
import { onPostgres } from "@/tests/support/databases/postgres-database";
import { drawWith } from "@/tests/support/draws/draw";
import { headerForms } from "@/tests/support/hostile/page-variants";
import { isFullRun } from "@/tests/support/runner/which-tests";
import type { Nginx } from "@/tests/support/servers/nginx";
import { hasNginx } from "@/tests/support/servers/nginx";
import type { Server } from "@/tests/support/servers/server";
import type { Servers } from "@/tests/support/servers/several-servers";
import { startServers } from "@/tests/support/servers/several-servers";
import type { RawAnswer } from "@/tests/support/servers/shared-cache";
import { ask, startShippedNginx } from "@/tests/support/servers/shared-cache";

const languageOf = (answer: RawAnswer) => /<html lang="(..)/.exec(answer.body)?.[1];
const isCached = ({ cache }: RawAnswer) => cache === "HIT";

const french = { "accept-language": "fr-CA,fr;q=0.9,en;q=0.8" };
const english = { "accept-language": "en-CA,en;q=0.9" };

describe.skipIf(!hasNginx)("the shipped nginx", () => {
  let running: Servers;
  let nginx: Nginx;
  let nextServer: Server;

  beforeAll(async () => {
    running = await startServers(onPostgres ? 2 : 1);
    nextServer = running.servers[0] as Server;
    nginx = await startShippedNginx(running.servers);
  });
  afterAll(async () => {
    await nginx?.stop();
    await running?.stop();
  });

  const get = (path: string, headers?: Record<string, string>) => ask(`${nginx.url}${path}`, headers);

  async function openDraw(overrides: Parameters<typeof drawWith>[0] = {}): Promise<string> {
    const draw = drawWith(overrides);
    await importDraw(nextServer, draw);
    return draw.id;
  }

  it("gets connections that outlive those that it keeps for 60 s", async () => {
    const { headers } = await fetch(`${nextServer.url}/api/ready`);
    expect(headers.get("keep-alive")).toBe("timeout=75");
  });

  it("stores pages in both languages, and the live state, for every eligible visitor", async () => {
    const id = await openDraw();
    const kept: [path: string, headers: Record<string, string>, language: string | undefined][] = [
      [`/${id}`, english, "en"],
      [`/${id}`, {}, "en"],
      [`/${id}`, { ...french, cookie: "a=b; i18n_redirected=en" }, "en"],
      [`/1/${id}?fbclid=a`, english, "en"],
      [`/fr/${id}`, english, "fr"],
      [`/fr/${id}`, french, "fr"],
      [`/fr/1/${id}`, { ...english, cookie: "i18n_redirected=fr" }, "fr"],
      [`/api/draws/${id}/live`, french, undefined],
    ];
    for (const [path, headers, language] of kept) {
      const answer = async () => {
        const page = await get(path, headers);
        return { path, kept: isCached(page), language: languageOf(page) };
      };
      await expect.poll(answer, { timeout: 60_000, interval: 10 }).toEqual({ path, kept: true, language });
    }
  });

  it("gives each visitor of an unprefixed URL their own language, all at once", async () => {
    const path = `/${await openDraw()}`;
    const visitors: [headers: Record<string, string>, language: string][] = [
      [english, "en"],
      [french, "fr"],
      [{ ...english, cookie: "i18n_redirected=fr" }, "fr"],
      [{ ...french, cookie: "i18n_redirected=en" }, "en"],
      [{ ...english, host: "fr.example.test" }, "fr"],
      [{ "accept-language": "de,fr;q=0.2,en;q=0.1" }, "fr"],
      [{ ...french, cookie: "i18n_redirected=en; i18n_redirected=fr" }, "en"],
      [{}, "en"],
    ];
    const rounds = Array.from({ length: 8 }, () => [...visitors, ...visitors.toReversed()]).flat();
    const languages = await Promise.all(
      rounds.map(async ([headers, language]) => {
        const answer = await get(path, headers);
        const actual = answer.status === 307 ? /\/(fr)\//.exec(answer.headers.location ?? "")?.[1] : languageOf(answer);
        return { headers, status: answer.status, said: actual, language };
      }),
    );
    for (const { headers, status, said, language } of languages)
      expect([headers, status, said]).toEqual([headers, language === "fr" ? 307 : 200, language]);
  });

  it.each([
    ["gzip, br", "br"],
    ["gzip", "gzip"],
    ["identity", undefined],
  ])("stores the encoding for clients that accept %s separately", async (accepted, encoding) => {
    const id = await openDraw();
    for (const path of [`/${id}`, `/fr/${id}`, `/api/draws/${id}/live`]) {
      const form = async () => {
        // Next, which only supports gzip, answers what isn't cached.
        for (const { url } of running.servers) await ask(`${url}${path}`);
        for (const other of ["br, gzip", "gzip", "identity"]) await get(path, { "accept-encoding": other });
        const { headers, cache } = await get(path, { "accept-encoding": accepted });
        return { path, encoding: headers["content-encoding"], cache };
      };
      await expect.poll(form, { timeout: 60_000, interval: 10 }).toEqual({ path, encoding, cache: "HIT" });
    }
  });

  it("answers clients that have a page with 304, and HEAD as GET", async () => {
    const path = `/${await openDraw()}`;
    const known = async () => {
      const { etag = "" } = (await get(path)).headers;
      const [again, head] = [await get(path, { "if-none-match": etag }), await ask(`${nginx.url}${path}`, {}, "HEAD")];
      return [again.status, again.body, head.status, head.body];
    };
    await expect.poll(known, { timeout: 60_000, interval: 10 }).toEqual([304, "", 200, ""]);
  });

  it("shows any change to a crowd soon, and then no more what was before", async () => {
    const id = await openDraw();
    const paths = [`/${id}`, `/fr/${id}`, `/api/draws/${id}/live`];
    const isOpen = ({ body }: RawAnswer) => /salesOpen\\?":(true|false)/.exec(body)?.[1] === "true";
    let isAsking = true;
    const crowd = paths.map(async (path) => {
      while (isAsking) await get(path);
    });
    try {
      for (const [verb, open] of [
        ["close", false],
        ["open", true],
      ] as const) {
        await adminCall(nextServer, "POST", `/api/admin/draws/${id}/${verb}`);
        const states = async () => (await Promise.all(paths.map((path) => get(path)))).map(isOpen);
        await expect.poll(states, { timeout: 60_000, interval: 20 }).toEqual([open, open, open]);
        for (let times = 0; times < 50; times += 1) expect(await states()).toEqual([open, open, open]);
      }
    } finally {
      isAsking = false;
      await Promise.all(crowd);
    }
  });

  it("shows a new draw immediately", async () => {
    const { id } = drawWith();
    const paths = [`/${id}`, `/fr/${id}`, `/api/draws/${id}/live`];
    const statuses = async () => (await Promise.all(paths.map((path) => get(path)))).map(({ status }) => status);
    expect(await statuses()).toEqual([404, 404, 404]);
    await openDraw({ id });
    expect(await statuses()).toEqual([200, 200, 200]);
  });

  it.each(headerForms)("never serves what %j was answered with to anyone else", async (form) => {
    const id = await openDraw();
    for (const path of [`/${id}`, `/fr/${id}`]) {
      for (const suffix of ["", "?_rsc", "?title=poison", ".rsc"]) await get(`${path}${suffix}`, form);
      const page = await get(path);
      expect([page.status, page.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
      expect(languageOf(page)).toBe(path.startsWith("/fr") ? "fr" : "en");
      expect(page.body).toMatch(/<\/html>$/);
      expect(page.body).not.toContain("poison");
    }
  });

  /** Requests private and failing pages several times. Returns the paths that nginx cached. */
  async function keptOf(url: string, tries = 3): Promise<string[]> {
    const id = await openDraw();
    const { orderId } = (await createBuyer(nextServer).placeOrder({ instanceId: id })).body.order;
    const paths = [
      ...[`/order/${id}/${orderId}`, `/fr/order/${id}/${orderId}`, `/api/orders/${id}/${orderId}`],
      ...[
        `/success?instanceId=${id}&orderId=${orderId}`,
        "/fr/success",
        "/fr/successV1",
        "/staticSuccess",
        "/hashtest",
      ],
      ...[`/fr/${id}?title=Team`, `/${id}?inSupportOf=Team`, `/fr/${id}?lang=en`, `/${id}?lang=fr`],
      ...[
        "/",
        "/fr",
        "/terminal",
        "/fr/terminal",
        "/console",
        "/fr/console",
        "/dummy",
        "/zzz",
        "/fr/zzz/yyy",
        "/404",
        "/500",
        "/api/none",
      ],
      ...["/api/draws/none/live", `/api/draws/${id}/live?a=b`, "/api/health", "/api/ready", "/api/admin/draws"],
    ];
    const kept: string[] = [];
    for (const path of paths) {
      for (let times = 0; times < tries && kept.at(-1) !== path; times += 1)
        if (isCached(await ask(`${url}${path}`))) kept.push(path);
    }
    return kept;
  }

  it("stores nothing specific to one visitor, and no errors", async () => {
    expect(await keptOf(nginx.url)).toEqual([]);
  });

  it.runIf(isFullRun)(
    "would store other people's orders if it took any URL for a draw's page and ignored what is shared",
    async () => {
      const careless = await startShippedNginx(running.servers, (file) =>
        file
          .replace(/location ~ "\^\/\(\?:fr[^"]+"/, "location ~ ^/")
          .replace("page $scheme $host $tirage_page", "page $scheme $host $request_uri")
          .replace(/proxy_(?:cache_bypass \$tirage_asks_server|no_cache \$tirage_not_shared);/g, ""),
      );
      // It caches for a second, within which a busy machine must request the page again.
      const kept = await keptOf(careless.url, 20).finally(careless.stop);
      expect(kept.some((path) => path.startsWith("/order/"))).toBe(true);
      expect(kept).toContain("/terminal");
    },
  );

  it("has whoever asks for more pages than it renders in time wait, and refuses no call and no page of a draw", async () => {
    const id = await openDraw();
    const narrow = await startShippedNginx(running.servers, (file) =>
      file.replace("rate=100r/s", "rate=1r/m").replace("burst=2000", "burst=1 nodelay"),
    );
    const statuses = async (path: string) => {
      const answers = Array.from({ length: 4 }, () => ask(`${narrow.url}${path}`));
      return (await Promise.all(answers)).map(({ status }) => status).sort();
    };
    try {
      expect(await statuses("/order/none/0123456789ABCDEFGHJKMNPQRS")).toEqual([404, 404, 503, 503]);
      for (const path of [`/${id}`, `/api/draws/${id}/live`, "/?filter=past"])
        expect([path, await statuses(path)]).toEqual([path, [200, 200, 200, 200]]);
    } finally {
      await narrow.stop();
    }
  });

  it("lets two thousand pages of one URL wait, which are rendered at a hundred a second", async () => {
    const [http, server] = await Promise.all(
      ["http", "server"].map((name) => readFile(`deploy/nginx/${name}.conf`, "utf8")),
    );
    const figures = [
      /rate=(\d+)r\/s/.exec(http ?? ""),
      /burst=(\d+);/.exec(server ?? ""),
      /limit_conn \w+ (\d+)/.exec(server ?? ""),
    ];
    const [rate = 0, burst = 0, most = 0] = figures.map((found) => Number(found?.[1]));
    expect(rate).toBeGreaterThanOrEqual(100);
    expect(burst).toBeGreaterThanOrEqual(2000);
    expect(most).toBeGreaterThanOrEqual(2000);
  });
});
